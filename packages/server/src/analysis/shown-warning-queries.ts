import type { WarningKind } from '@coldkeep/domain/alarms/early-warning-rules'
import { FOLLOWED_WITHIN_DAYS } from '@coldkeep/domain/alarms/warning-outcome'
import type { DeviceId, DeviceModelId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { addDays, type LocalDate, localDate } from '@coldkeep/domain/time/local-date'
import { type Expression, type SqlBool, sql } from 'kysely'
import { type GivenVerdict, verdictOn } from '../alarms/warning-verdict-queries'
import type { Db } from '../db/connect'
import { instantText } from '../db/instants'
import { sameIn } from '../db/same-in'
import { readOnward } from '../filters/store-batches'
import { type DayFilter, type NamedDevice, storesOf, withNames } from '../filters/store-name-queries'
import type { DeviceHealthRow, EarlyWarningRow } from './health-queries'

export interface WarningOfPeriod extends EarlyWarningRow, NamedDevice {
  readonly deviceModelId: DeviceModelId
  readonly brand: string
  readonly model: string
  /** Day of its store. */
  readonly on: LocalDate
  /** The first temperature alarm of the device from then on, in the days in which one counts. */
  readonly alarmAt: EpochMs | null
  /** The start, in the store, of the first day after it on which the insured limit was broken, in these days. */
  readonly breachAt: EpochMs | null
  /** The first report from then on of a repair that has been done, in these days. */
  readonly repairAt: EpochMs | null
  readonly given: GivenVerdict | null
}

/** Warnings that were raised on days of a period, in no order. */
export async function selectWarnings(db: Db, filter: DayFilter): Promise<WarningOfPeriod[]> {
  return withNames(db, filter, datedOf(await warningsOf(db, filter).execute()))
}

/** Where a warning has its place among the newest. */
type WarningPlace = Pick<EarlyWarningRow, 'raisedAt' | 'deviceId' | 'kind'>

/** The same in batches, the newest first; without those of withheld devices a batch is smaller. */
export async function* readNewestWarnings(
  db: Db,
  filter: DayFilter,
  atOnce: number,
): AsyncGenerator<WarningOfPeriod[]> {
  const read = (before: DatedWarning | null) => selectNewest(db, filter, atOnce, before)
  for await (const rows of readOnward(atOnce, read)) {
    const storeIds = [...new Set(rows.map(({ storeId }) => storeId))]
    yield await withNames(db, { ...filter, storeIds }, rows)
  }
}

type DatedWarning = Awaited<ReturnType<typeof selectNewest>>[number]

async function selectNewest(db: Db, filter: DayFilter, limit: number, before: WarningPlace | null) {
  const rows = await warningsOf(db, filter)
    .$if(before !== null, (query) => query.where(comesAfter(before as WarningPlace)))
    .orderBy('earlyWarning.raisedAt', 'desc')
    .orderBy('earlyWarning.deviceId')
    .orderBy(kindInOrder)
    .limit(limit)
    .execute()
  return datedOf(rows)
}

/** Kinds are compared letter by letter, as programs do. */
const kindInOrder = sql`early_warning.kind collate "C"`

function comesAfter({ raisedAt, deviceId, kind }: WarningPlace): Expression<SqlBool> {
  const at = sql`${instantText(raisedAt)}::timestamptz`
  return sql<SqlBool>`early_warning.raised_at <= ${at} and (early_warning.raised_at < ${at}
    or (early_warning.device_id, ${kindInOrder}) > (${deviceId}::bigint, ${kind}::text collate "C"))`
}

function datedOf<Row extends { readonly on: string }>(rows: readonly Row[]) {
  return rows.map((row) => ({ ...row, on: localDate(row.on) }))
}

function warningsOf(db: Db, filter: DayFilter) {
  const on = sql<string>`(early_warning.raised_at at time zone store.zone)::date`
  return storesOf(db, filter)
    .innerJoin('earlyWarning', 'earlyWarning.storeId', 'store.storeId')
    .innerJoin('device', sameIn('device', 'earlyWarning', 'storeId', 'deviceId'))
    .innerJoin('deviceModel', 'deviceModel.deviceModelId', 'device.deviceModelId')
    .where(on, '>=', filter.first)
    .where(on, '<=', filter.last)
    .selectAll('earlyWarning')
    .select([
      'device.deviceModelId',
      'deviceModel.brand',
      'deviceModel.model',
      on.as('on'),
      sql<EpochMs | null>`(select min(alarm.raised_at) from alarm
        where alarm.store_id = early_warning.store_id and alarm.device_id = early_warning.device_id
          and alarm.point_id is not null and alarm.branch in ('low', 'high') and alarm.unit = '°C'
          and alarm.raised_at >= early_warning.raised_at
          and alarm.raised_at < early_warning.raised_at + make_interval(days => ${FOLLOWED_WITHIN_DAYS}::int)
        )`.as('alarmAt'),
      sql<EpochMs | null>`(select min(broken."on")::timestamp at time zone store.zone from temperature_day broken
        where broken.store_id = early_warning.store_id and broken.device_id = early_warning.device_id
          and broken.is_insured and broken.verdict = 'breach'
          and broken."on" > ${on} and broken."on" <= ${on} + ${FOLLOWED_WITHIN_DAYS}::int)`.as('breachAt'),
      sql<EpochMs | null>`(select min(repair.reported_at) from repair_case repair
        join repair_progress step using (repair_progress_id)
        where repair.store_id = early_warning.store_id and repair.device_id = early_warning.device_id
          and step.phase = 'done' and repair.reported_at >= early_warning.raised_at
          and repair.reported_at < early_warning.raised_at + make_interval(days => ${FOLLOWED_WITHIN_DAYS}::int)
        )`.as('repairAt'),
      verdictOn('earlyWarning', { kind: 'kind', raisedAt: 'raisedAt' }).as('given'),
    ])
}

/** How a device is now; null before its first score. */
export async function selectPresentHealth(
  db: Db,
  storeId: StoreId,
  deviceId: DeviceId,
): Promise<Pick<
  DeviceHealthRow,
  'scoredAt' | 'score' | 'class' | 'noScore' | 'losses' | 'hint' | 'hintChance' | 'hintReasons' | 'frozenOn'
> | null> {
  const row = await db
    .selectFrom('deviceHealth')
    .select(['scoredAt', 'score', 'class', 'noScore', 'losses'])
    .select(['hint', 'hintChance', 'hintReasons', 'frozenOn'])
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .executeTakeFirst()
  return row ?? null
}

/** Scores of a device over some days up to one of them, oldest first. */
export async function selectScoreCurve(
  db: Db,
  storeId: StoreId,
  deviceId: DeviceId,
  last: LocalDate,
  days: number,
) {
  return db
    .selectFrom('scoreDay')
    .select(['firstAt', 'scores'])
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .where('on', '>', addDays(last, -days))
    .where('on', '<=', last)
    .orderBy('on')
    .execute()
}

/** The early warning of a device that was raised at an instant, or `null`. */
export async function selectWarning(
  db: Db,
  { storeId, deviceId }: { readonly storeId: StoreId; readonly deviceId: DeviceId },
  kind: WarningKind,
  raisedAt: EpochMs,
): Promise<EarlyWarningRow | null> {
  const row = await db
    .selectFrom('earlyWarning')
    .selectAll()
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .where('kind', '=', kind)
    .where('raisedAt', '=', raisedAt)
    .executeTakeFirst()
  return row ?? null
}
