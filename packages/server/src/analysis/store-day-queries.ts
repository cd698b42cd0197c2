import type { AnalysedKind, AnalysedStore } from '@coldkeep/domain/analysis/store-day'
import type { DeviceId, PointId, StoreId } from '@coldkeep/domain/ids'
import type { DeviceType, TemperatureZone } from '@coldkeep/domain/organisation/device'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import { instantText, sqlInstant } from '../db/instants'
import type { StorePeriod } from '../storage/sample-queries'
import { type ScanBlockRow, scanBlockColumns } from '../storage/scan-block-queries'

export const STORE_DAY = 'store_day'
const DEFAULT_PERIOD_SECONDS = 300

export async function selectAnalysedStores(db: Db, storeIds: readonly StoreId[]): Promise<AnalysedStore[]> {
  return db
    .selectFrom('store')
    .select(['storeId', 'country', 'zone', 'opensAtMinute', 'closesAtMinute'])
    .where('storeId', 'in', atLeastOne(storeIds))
    .orderBy('storeId')
    .execute()
}

export interface AnalysedDeviceRow {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly type: DeviceType
  readonly zone: TemperatureZone | null
  readonly periodSeconds: number
  readonly commissionedAt: EpochMs
  readonly removedAt: EpochMs | null
  readonly contractedKw: number | null
  readonly demandIntervalMinutes: number | null
}

export async function selectAnalysedDevices(
  db: Db,
  storeIds: readonly StoreId[],
): Promise<AnalysedDeviceRow[]> {
  const { rows } = await sql<AnalysedDeviceRow>`
    select d.store_id, d.device_id, d.type, d.zone, d.commissioned_at, d.removed_at, d.contracted_kw,
      d.demand_interval_minutes,
      coalesce(min(l.period_seconds) filter (where l.last_revision is null), min(l.period_seconds),
        ${DEFAULT_PERIOD_SECONDS})::int as period_seconds
    from device d left join point_list l on l.store_id = d.store_id and l.device_id = d.device_id
    where d.store_id = any(${storeIds}::int[])
    group by d.store_id, d.device_id
    order by d.store_id, d.device_id`.execute(db)
  return rows
}

export interface AnalysedPoint {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly pointId: PointId
  readonly kind: AnalysedKind
  readonly counterEndsAt: number | null
}

/** Points of some kinds, the first of each device and kind first. */
export function selectAnalysedPoints(
  db: Db,
  storeIds: readonly StoreId[],
  kinds: readonly AnalysedKind[],
): Promise<AnalysedPoint[]> {
  return db
    .selectFrom('point')
    .select(['storeId', 'deviceId', 'pointId', 'kind', 'counterEndsAt'])
    .where('storeId', 'in', atLeastOne(storeIds))
    .where('kind', 'in', [...kinds])
    .$narrowType<{ kind: AnalysedKind }>()
    .orderBy('storeId')
    .orderBy('deviceId')
    .orderBy('position')
    .orderBy('pointId')
    .execute()
}

/** Scans of stores, each store in a stretch of its own, by point list. */
export async function selectScansOfStores(db: Db, periods: readonly StorePeriod[]): Promise<ScanBlockRow[]> {
  const from = Math.min(...periods.map((period) => period.from))
  const to = Math.max(...periods.map((period) => period.to))
  const { rows } = await sql<ScanBlockRow>`
    select ${scanBlockColumns}
    from unnest(${periods.map((period) => period.storeId)}::int[],
        ${periods.map((period) => instantText(period.from))}::timestamptz[],
        ${periods.map((period) => instantText(period.to))}::timestamptz[]) as u (store_id, from_at, to_at)
      join point_list l on l.store_id = u.store_id
      join scan s on s.store_id = l.store_id and s.device_id = l.device_id and s.point_list_id = l.point_list_id
    where s.at >= u.from_at and s.at < u.to_at
      and s.at >= ${instantText(from)}::timestamptz and s.at < ${instantText(to)}::timestamptz
    group by s.store_id, s.device_id, s.point_list_id`.execute(db)
  return rows
}

export interface StoreDayRow {
  readonly storeId: StoreId
  readonly on: LocalDate
  readonly through: EpochMs
  readonly isFinal: boolean
}

/** Choices of figures by which a day is judged; those of its first time stay. */
export interface DayChoices {
  readonly storeId: StoreId
  readonly on: LocalDate
  readonly figureChoiceIds: readonly number[]
}

/** Days of stores from the given one on. */
export async function selectStoreDays(
  db: Db,
  storeIds: readonly StoreId[],
  first: LocalDate,
): Promise<StoreDayRow[]> {
  const { rows } = await sql<StoreDayRow>`
    select store_id, "on", through, is_final from store_day
    where store_id = any(${storeIds}::int[]) and "on" >= ${first}::date`.execute(db)
  return rows
}

/** By which choices of figures days of stores were judged; of a day that was not, nothing. */
export async function selectDayChoices(
  db: Db,
  storeIds: readonly StoreId[],
  dates: readonly LocalDate[],
): Promise<DayChoices[]> {
  const { rows } = await sql<DayChoices>`
    select store_id, "on", figure_choice_ids from store_day
    where store_id = any(${storeIds}::int[]) and "on" = any(${[...new Set(dates)]}::date[])`.execute(db)
  return rows
}

export async function upsertStoreDays(
  trx: Db,
  days: readonly (StoreDayRow & DayChoices)[],
  now: EpochMs,
): Promise<void> {
  if (days.length === 0) return
  await sql`
    insert into store_day (store_id, "on", through, is_final, figure_choice_ids, computed_at)
    select u.store_id, u."on", u.through, u.is_final, u.choices::bigint[], ${sqlInstant(now)} from unnest(
      ${days.map((day) => day.storeId)}::int[], ${days.map((day) => day.on)}::date[],
      ${days.map((day) => instantText(day.through))}::timestamptz[],
      ${days.map((day) => day.isFinal)}::boolean[], ${days.map((day) => `{${day.figureChoiceIds}}`)}::text[])
      as u (store_id, "on", through, is_final, choices)
    on conflict (store_id, "on") do update set
      through = excluded.through, is_final = excluded.is_final, computed_at = excluded.computed_at`.execute(
    trx,
  )
}

/** An `in` without any value is no SQL; no row has this id. */
function atLeastOne(storeIds: readonly StoreId[]): StoreId[] {
  return storeIds.length > 0 ? [...storeIds] : [-1 as StoreId]
}
