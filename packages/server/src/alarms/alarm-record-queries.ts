import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { addDays, datesFrom, type LocalDate } from '@coldkeep/domain/time/local-date'
import { dayPeriod } from '@coldkeep/domain/time/store-calendar'
import { type Expression, type SqlBool, sql } from 'kysely'
import { isShown } from '../access/scope-queries'
import type { Db } from '../db/connect'
import { instantText } from '../db/instants'
import { sameIn } from '../db/same-in'
import { readOnward } from '../filters/store-batches'
import { type DayFilter, storesOf } from '../filters/store-name-queries'
import type { AlarmRecord } from './open-record-queries'
import type { ShownAlarm } from './shown-alarm-queries'

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
  /** How many of them have been acknowledged. */
  readonly seen: number
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

/** Where an alarm has its place in the order of the record. */
type RecordPlace = Pick<AlarmRecord, 'raisedAt' | 'storeId' | 'alarmId'>

/** What the record shows of an alarm. */
export type RecordedAlarm = Awaited<ReturnType<typeof selectNewest>>[number]

/** Alarms raised in ten minutes. */
export interface RaiseCount {
  readonly startAt: EpochMs
  readonly alarms: number
}

const dayColumns = [
  'day',
  'priority',
  sql<number>`sum(alarms)::int`.as('alarms'),
  sql<number>`sum(seen)::int`.as('seen'),
] as const

/** Beyond every day, where there is no store and so no day. */
const FAR_MS = Date.UTC(9999, 0)

/** Alarms raised per day of their store and priority. */
export async function selectAlarmsByDay(db: Db, filter: RecordFilter): Promise<DayCount[]> {
  if (filter.zones.length === 0) return []
  const rows = await stretchesOf(db, filter).select(dayColumns).groupBy(['day', 'priority']).execute()
  return rows.map((row) => dayCount(filter, row))
}

/** Alarms raised per day of their store and priority, and in each stretch of ten minutes that brought any. */
export async function selectRaised(
  db: Db,
  filter: RecordFilter,
): Promise<{ readonly byDay: DayCount[]; readonly byTenMinutes: RaiseCount[] }> {
  if (filter.zones.length === 0) return { byDay: [], byTenMinutes: [] }
  const rows = await stretchesOf(db, filter)
    .select(dayColumns)
    .select(sql<EpochMs | null>`date_bin('10 minutes', start_at, timestamptz 'epoch')`.as('startAt'))
    .groupBy(sql`grouping sets ((1, 2), (5))`)
    .execute()
  return {
    byDay: rows.flatMap(({ startAt, ...row }) => (startAt === null ? [dayCount(filter, row)] : [])),
    byTenMinutes: rows.flatMap(({ startAt, alarms }) => (startAt === null ? [] : [{ startAt, alarms }])),
  }
}

/**
 * The newest alarms of the days, those first.
 * @param before only those that come after this one; null for all
 */
export function selectNewest(db: Db, filter: RecordFilter, limit: number, before: RecordPlace | null = null) {
  const newest = raisedOn(db, filter)
    .$if(before !== null, (query) => query.where(comesAfter(before as RecordPlace)))
    .select('alarm.alarmId')
    .orderBy('alarm.raisedAt', 'desc')
    .orderBy('alarm.storeId')
    .orderBy('alarm.alarmId')
    .limit(limit)
  return (
    db
      .selectFrom('alarm')
      .innerJoin('store', 'store.storeId', 'alarm.storeId')
      .leftJoin('device', sameIn('device', 'alarm', 'storeId', 'deviceId'))
      .leftJoin('point', sameIn('point', 'alarm', 'storeId', 'pointId'))
      // within the statement: with a thousand ids in its text it takes twice as long
      .where(sql<boolean>`alarm.alarm_id = any(array(${newest}))`)
      // no more columns than are shown: of a thousand rows reading them takes longer than finding them
      .select(shownColumns)
      .orderBy('alarm.raisedAt', 'desc')
      .orderBy('alarm.storeId')
      .orderBy('alarm.alarmId')
      .$narrowType<Pick<ShownAlarm, 'branch' | 'state'>>()
      .execute()
  )
}

/** All alarms of the days in batches, the newest first. */
export function readNewest(
  db: Db,
  filter: RecordFilter,
  atOnce: number,
): AsyncGenerator<readonly RecordedAlarm[]> {
  return readOnward<RecordedAlarm>(atOnce, (before) => selectNewest(db, filter, atOnce, before))
}

/** The first condition is the one that the index of times can use. */
function comesAfter({ raisedAt, storeId, alarmId }: RecordPlace): Expression<SqlBool> {
  const at = sql`${instantText(raisedAt)}::timestamptz`
  return sql<SqlBool>`alarm.raised_at <= ${at} and (alarm.raised_at < ${at}
    or (alarm.store_id, alarm.alarm_id) > (${storeId}::int, ${alarmId}::bigint))`
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
  return raisedWithin(db, filter, zones).where(({ or, and, eb }) =>
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
}

/** Alarms raised on the days in any of the zones: these bounds let the index of times be used. */
function raisedWithin(db: Db, filter: RecordFilter, zones: readonly ZoneDays[]) {
  const starts = zones.flatMap((zone) => zone.starts)
  const ends = zones.map(({ end }) => end)
  return storesOf(db, filter)
    .innerJoin('alarm', 'alarm.storeId', 'store.storeId')
    .where(isShown(filter.scope, 'alarm'))
    .where('alarm.raisedAt', '>=', epochMs(Math.min(...starts, FAR_MS)))
    .where('alarm.raisedAt', '<', epochMs(Math.max(...ends, 0)))
}

/**
 * How many alarms were raised in each stretch of five minutes, and on which of the days: 1 for the first. All days
 * begin at a quarter of an hour, so a stretch lies in one, and there are fewer days to find than there are alarms.
 */
function stretchesOf(db: Db, filter: RecordFilter) {
  const zones = zoneDaysOf(filter)
  const counted = raisedWithin(db, filter, zones)
    .select([
      'store.zone',
      'alarm.priority',
      sql<EpochMs>`date_bin('5 minutes', alarm.raised_at, timestamptz 'epoch')`.as('startAt'),
      sql<number>`count(*)`.as('alarms'),
      sql<number>`count(alarm.acknowledged_at)`.as('seen'),
    ])
    .groupBy(['store.zone', 'alarm.priority', sql`3`])
    // or the database would look for the day of every alarm all the same
    .offset(0)
  const dated = db
    .selectFrom(counted.as('counted'))
    .select([dayNumberIn(zones).as('day'), 'priority', 'startAt', 'alarms', 'seen'])
  return db
    .selectFrom(dated.as('stretch'))
    .where('day', '>=', 1)
    .where('day', '<=', datesFrom(filter.first, filter.last).length)
}

/** 1 for the first of the days, 0 before it, one more than there are days after the last. */
function dayNumberIn(zones: readonly ZoneDays[]) {
  const cases = zones.map(
    ({ zone, starts, end }) =>
      sql`when ${zone} then width_bucket(start_at, ${[...starts, end].map(instantText)}::timestamptz[])`,
  )
  return sql<number>`case zone ${sql.join(cases, sql` `)} end`
}

function dayCount({ first }: RecordFilter, { day, ...row }: Omit<DayCount, 'on'> & { readonly day: number }) {
  return { ...row, on: addDays(first, day - 1) }
}
