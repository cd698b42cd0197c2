import type { StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/connect'
import { isInScope, type Scope } from '../../http/scope'

export interface RecordFilter {
  readonly scope: Scope
  readonly storeId: StoreId | null
  readonly first: LocalDate
  readonly last: LocalDate
}

export interface DayCount {
  readonly on: LocalDate
  readonly priority: number
  readonly alarms: number
}

/** Alarms raised per day of their store and priority. */
export async function selectAlarmsByDay(db: Db, filter: RecordFilter): Promise<DayCount[]> {
  return db
    .selectFrom('alarm')
    .innerJoin('store', 'store.storeId', 'alarm.storeId')
    .select([
      sql<LocalDate>`(alarm.raised_at at time zone store.zone)::date`.as('on'),
      'alarm.priority',
      sql<number>`count(*)::int`.as('alarms'),
    ])
    .where(isOfDays(filter))
    .groupBy([sql`1`, 'alarm.priority'])
    .execute()
}

/** How many alarms were raised, and how many of them somebody has seen. */
export function selectSeen(db: Db, filter: RecordFilter): Promise<{ raised: number; seen: number }> {
  return db
    .selectFrom('alarm')
    .innerJoin('store', 'store.storeId', 'alarm.storeId')
    .select([
      sql<number>`count(*)::int`.as('raised'),
      sql<number>`count(alarm.acknowledged_at)::int`.as('seen'),
    ])
    .where(isOfDays(filter))
    .executeTakeFirstOrThrow()
}

/** The instants at which alarms were raised. */
export async function selectRaiseTimes(db: Db, filter: RecordFilter): Promise<EpochMs[]> {
  const rows = await db
    .selectFrom('alarm')
    .innerJoin('store', 'store.storeId', 'alarm.storeId')
    .select('alarm.raisedAt')
    .where(isOfDays(filter))
    .execute()
  return rows.map((row) => row.raisedAt)
}

/** Ids of the newest alarms of the days. */
export async function selectNewestIds(db: Db, filter: RecordFilter, limit: number) {
  const rows = await db
    .selectFrom('alarm')
    .innerJoin('store', 'store.storeId', 'alarm.storeId')
    .select('alarm.alarmId')
    .where(isOfDays(filter))
    .orderBy('alarm.raisedAt', 'desc')
    .orderBy('alarm.storeId')
    .orderBy('alarm.alarmId')
    .limit(limit)
    .execute()
  return rows.map((row) => row.alarmId)
}

/** Alarms whose raise falls on the days by the clock of their store; the outer bounds let the index of times be used. */
function isOfDays({ scope, storeId, first, last }: RecordFilter): Expression<SqlBool> {
  return sql<SqlBool>`${isInScope(scope)}
    and (${storeId}::int is null or alarm.store_id = ${storeId}::int)
    and alarm.raised_at >= ${first}::date - interval '1 day' and alarm.raised_at < ${last}::date + interval '2 days'
    and (alarm.raised_at at time zone store.zone)::date between ${first}::date and ${last}::date`
}
