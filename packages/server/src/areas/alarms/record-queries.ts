import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { addDays, datesFrom, type LocalDate } from '@coldkeep/domain/time/local-date'
import { dayPeriod } from '@coldkeep/domain/time/store-calendar'
import { sql } from 'kysely'
import type { Db } from '../../db/connect'
import { instantText } from '../../db/instants'
import { type DayFilter, storesOf } from '../analysis/store-names'
import type { ShownAlarm } from './queries'

/** Alarms that were raised on days of their stores. */
export interface RecordFilter extends DayFilter {
  /** Of all stores of the scope. */
  readonly zones: readonly string[]
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

const shownColumns = [
  'alarm.alarmId',
  'alarm.storeId',
  'alarm.deviceId',
  'alarm.terminalId',
  'alarm.branch',
  'alarm.state',
  'alarm.priority',
  'alarm.startedAt',
  'alarm.raisedAt',
  'alarm.returnedAt',
  'alarm.clearedAt',
  'alarm.count',
  'alarm.value',
  'alarm.extreme',
  'alarm.limitValue',
  'alarm.acknowledgedAt',
  'alarm.acknowledgedBy',
  'alarm.isLate',
  'store.name as storeName',
  'store.zone as timeZone',
  'store.departmentId',
  'device.name as deviceName',
  'point.name as pointName',
] as const

/** What the record shows of an alarm. */
export type RecordedAlarm = Awaited<ReturnType<typeof selectNewest>>[number]

/** Alarms raised in ten minutes. */
export interface RaiseCount {
  readonly startAt: EpochMs
  readonly alarms: number
}

/** Beyond every day, where there is no store and so no day. */
const FAR_MS = Date.UTC(9999, 0)

/** Alarms raised per day of their store and priority. */
export async function selectAlarmsByDay(db: Db, filter: RecordFilter): Promise<DayCount[]> {
  if (filter.zones.length === 0) return []
  const rows = await raisedOn(db, filter)
    .select([
      dayNumberIn(zoneDaysOf(filter)).as('day'),
      'alarm.priority',
      sql<number>`count(*)::int`.as('alarms'),
    ])
    .groupBy([sql`1`, 'alarm.priority'])
    .execute()
  return rows.map(({ day, ...row }) => ({ ...row, on: addDays(filter.first, day - 1) }))
}

/** How many alarms were raised, and how many of them somebody has seen. */
export async function selectSeen(db: Db, filter: RecordFilter): Promise<{ raised: number; seen: number }> {
  return raisedOn(db, filter)
    .select([
      sql<number>`count(*)::int`.as('raised'),
      sql<number>`count(alarm.acknowledged_at)::int`.as('seen'),
    ])
    .executeTakeFirstOrThrow()
}

/** How many alarms were raised in each stretch of ten minutes that brought any. */
export async function selectRaiseCounts(db: Db, filter: RecordFilter): Promise<RaiseCount[]> {
  return raisedOn(db, filter)
    .select([
      sql<EpochMs>`date_bin('10 minutes', alarm.raised_at, timestamptz 'epoch')`.as('startAt'),
      sql<number>`count(*)::int`.as('alarms'),
    ])
    .groupBy(sql`1`)
    .execute()
}

/** The newest alarms of the days, those first. */
export async function selectNewest(db: Db, filter: RecordFilter, limit: number) {
  const newest = await raisedOn(db, filter)
    .select('alarm.alarmId')
    .orderBy('alarm.raisedAt', 'desc')
    .orderBy('alarm.storeId')
    .orderBy('alarm.alarmId')
    .limit(limit)
    .execute()
  const ids = newest.map((row) => row.alarmId)
  return (
    db
      .selectFrom('alarm')
      .innerJoin('store', 'store.storeId', 'alarm.storeId')
      .leftJoin('device', (join) =>
        join.onRef('device.storeId', '=', 'alarm.storeId').onRef('device.deviceId', '=', 'alarm.deviceId'),
      )
      .leftJoin('point', (join) =>
        join.onRef('point.storeId', '=', 'alarm.storeId').onRef('point.pointId', '=', 'alarm.pointId'),
      )
      .where(sql<boolean>`alarm.alarm_id = any(${ids}::bigint[])`)
      // no more columns than are shown: of a thousand rows reading them takes longer than finding them
      .select(shownColumns)
      .orderBy('alarm.raisedAt', 'desc')
      .orderBy('alarm.storeId')
      .orderBy('alarm.alarmId')
      .$narrowType<Pick<ShownAlarm, 'branch' | 'state'>>()
      .execute()
  )
}

/** Worked out once per zone: asking the database for the day of every row takes longer than reading it. */
function zoneDaysOf({ zones, first, last }: RecordFilter): ZoneDays[] {
  const days = datesFrom(first, last)
  return zones.map((zone) => ({
    zone,
    starts: days.map((on) => dayPeriod(zone, on).startAt),
    end: dayPeriod(zone, last).endAt,
  }))
}

function raisedOn(db: Db, filter: RecordFilter) {
  const zones = zoneDaysOf(filter)
  const starts = zones.flatMap((zone) => zone.starts)
  const ends = zones.map(({ end }) => end)
  return (
    storesOf(db, filter)
      .innerJoin('alarm', 'alarm.storeId', 'store.storeId')
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
