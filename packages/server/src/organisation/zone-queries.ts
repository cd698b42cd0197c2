import { sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isInScope } from '../access/scope-queries'
import type { Db } from '../db/connect'

/** The time zones of the stores of a scope. */
export async function selectZones(db: Db, scope: Scope): Promise<string[]> {
  const rows = await db.selectFrom('store').select('zone').distinct().where(isInScope(scope)).execute()
  return rows.map((row) => row.zone)
}

/** The time zone that most stores of a scope are in; `UTC` where there is none. */
export async function selectCommonZone(db: Db, scope: Scope): Promise<string> {
  const row = await db
    .selectFrom('store')
    .select('zone')
    .where(isInScope(scope))
    .groupBy('zone')
    .orderBy(sql`count(*) desc`)
    .orderBy('zone')
    .limit(1)
    .executeTakeFirst()
  return row?.zone ?? 'UTC'
}
