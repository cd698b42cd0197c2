import { sql } from 'kysely'
import type { Db } from '../../db/connect'

/** Takes staged scans in without marking their hours as due; those that are there stay. */
export async function insertStagedScansUncounted(trx: Db): Promise<void> {
  await sql`
    insert into scan (store_id, device_id, point_list_id, at, values, counters, quality, received_at)
    select store_id, device_id, point_list_id, at, values, counters, quality, received_at from stage_scan
    on conflict do nothing`.execute(trx)
}
