import type { EpochMs } from '@coldkeep/domain/time/instant'
import { compareDates, type LocalDate } from '@coldkeep/domain/time/local-date'
import { localDateOf } from '@coldkeep/domain/time/store-calendar'
import { sql } from 'kysely'
import { isInScope, type Scope } from '../access/scope'
import type { Db } from '../db/connect'

/** The time zones of the stores of a scope. */
export async function selectZones(db: Db, scope: Scope): Promise<string[]> {
  const rows = await db.selectFrom('store').select('zone').distinct().where(isInScope(scope)).execute()
  return rows.map((row) => row.zone)
}

/** The day that the stores furthest east have begun: what was raised there a minute ago lies on it. */
export async function selectNewestDay(db: Db, scope: Scope, now: EpochMs): Promise<LocalDate> {
  const [newest] = (await selectZones(db, scope))
    .map((zone) => localDateOf(zone, now))
    .sort(compareDates)
    .reverse()
  return newest ?? localDateOf('UTC', now)
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
