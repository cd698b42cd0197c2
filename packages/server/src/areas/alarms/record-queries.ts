import type { StoreId } from '@coldkeep/domain/ids'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { addDays, datesFrom, type LocalDate } from '@coldkeep/domain/time/local-date'
import { dayPeriod } from '@coldkeep/domain/time/store-calendar'
import { sql } from 'kysely'
import type { Db } from '../../db/connect'
import { instantText } from '../../db/instants'
import { isInScope, type Scope } from '../../http/scope'

export interface RecordFilter {
  readonly scope: Scope
  readonly storeId: StoreId | null
  readonly first: LocalDate
  readonly last: LocalDate
}

/** The days by the clocks of the stores: where each begins in each of their zones, and where the last ends. */
interface ZoneDays {
  readonly zone: string
  readonly starts: readonly EpochMs[]
  readonly end: EpochMs
}

export interface DayCount {
  readonly on: LocalDate
  readonly priority: number
  readonly alarms: number
}

/** Beyond every day, where there is no store and so no day. */
const FAR_MS = Date.UTC(9999, 0)

/** Alarms raised per day of their store and priority. */
export async function selectAlarmsByDay(db: Db, filter: RecordFilter): Promise<DayCount[]> {
  const zones = await selectZoneDays(db, filter)
  if (zones.length === 0) return []
  const rows = await raisedOn(db, filter, zones)
    .select([dayNumberIn(zones).as('day'), 'alarm.priority', sql<number>`count(*)::int`.as('alarms')])
    .groupBy([sql`1`, 'alarm.priority'])
    .execute()
  return rows.map(({ day, ...row }) => ({ ...row, on: addDays(filter.first, day - 1) }))
}

/** How many alarms were raised, and how many of them somebody has seen. */
export async function selectSeen(db: Db, filter: RecordFilter): Promise<{ raised: number; seen: number }> {
  return raisedOn(db, filter, await selectZoneDays(db, filter))
    .select([
      sql<number>`count(*)::int`.as('raised'),
      sql<number>`count(alarm.acknowledged_at)::int`.as('seen'),
    ])
    .executeTakeFirstOrThrow()
}

/** The instants at which alarms were raised. */
export async function selectRaiseTimes(db: Db, filter: RecordFilter): Promise<EpochMs[]> {
  const rows = await raisedOn(db, filter, await selectZoneDays(db, filter))
    .select('alarm.raisedAt')
    .execute()
  return rows.map((row) => row.raisedAt)
}

/** Ids of the newest alarms of the days. */
export async function selectNewestIds(db: Db, filter: RecordFilter, limit: number) {
  const rows = await raisedOn(db, filter, await selectZoneDays(db, filter))
    .select('alarm.alarmId')
    .orderBy('alarm.raisedAt', 'desc')
    .orderBy('alarm.storeId')
    .orderBy('alarm.alarmId')
    .limit(limit)
    .execute()
  return rows.map((row) => row.alarmId)
}

/** Worked out once per zone: asking the database for the day of every row takes longer than reading it. */
async function selectZoneDays(db: Db, { scope, storeId, first, last }: RecordFilter): Promise<ZoneDays[]> {
  const zones = await db
    .selectFrom('store')
    .select('store.zone')
    .distinct()
    .where(isInScope(scope))
    .$if(storeId !== null, (query) => query.where('store.storeId', '=', storeId as StoreId))
    .execute()
  const days = datesFrom(first, last)
  return zones.map(({ zone }) => ({
    zone,
    starts: days.map((on) => dayPeriod(zone, on).startAt),
    end: dayPeriod(zone, last).endAt,
  }))
}

function raisedOn(db: Db, { scope, storeId }: RecordFilter, zones: readonly ZoneDays[]) {
  const starts = zones.flatMap((zone) => zone.starts)
  const ends = zones.map(({ end }) => end)
  return (
    db
      .selectFrom('alarm')
      .innerJoin('store', 'store.storeId', 'alarm.storeId')
      .where(isInScope(scope))
      .$if(storeId !== null, (query) => query.where('alarm.storeId', '=', storeId as StoreId))
      // the bounds over all zones let the index of times be used
      .where('alarm.raisedAt', '>=', epochMs(Math.min(...starts, FAR_MS)))
      .where('alarm.raisedAt', '<', epochMs(Math.max(...ends, 0)))
      .where(({ or, and, eb }) =>
        or(
          zones.map(({ zone, starts: [start], end }) =>
            and([
              eb('store.zone', '=', zone),
              eb('alarm.raisedAt', '>=', start ?? end),
              eb('alarm.raisedAt', '<', end),
            ]),
          ),
        ),
      )
  )
}

/** 1 for the first of the days. */
function dayNumberIn(zones: readonly ZoneDays[]) {
  const cases = zones.map(
    ({ zone, starts }) =>
      sql`when ${zone} then width_bucket(alarm.raised_at, ${starts.map(instantText)}::timestamptz[])`,
  )
  return sql<number>`case store.zone ${sql.join(cases, sql` `)} end`
}
