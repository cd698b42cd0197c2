import { sql } from 'kysely'
import type { Db } from '../db/connect'
import { refreshAreaDays } from '../organisation/area-days'

/** Adds up days of stores that were written without the analyses that mark them. */
export async function addUpAreas(db: Db): Promise<void> {
  await sql`
    insert into area_due (analysis, department_id, "on")
    select distinct d.analysis, store.department_id, d."on" from store join (
      select 'connection' as analysis, store_id, "on" from connection_store_day
      union all select 'temperature', store_id, "on" from temperature_store_day
      union all select 'operation', store_id, "on" from operation_store_day
      union all select 'energy', store_id, "on" from energy_day
      union all select 'health', store_id, "on" from health_store_day
    ) d using (store_id)
    on conflict do nothing`.execute(db)
  await refreshAreaDays(db)
}
