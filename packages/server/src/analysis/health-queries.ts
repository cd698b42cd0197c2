import type { HealthBaseline } from '@coldkeep/domain/analysis/health-baseline'
import type { MeasuredHealth } from '@coldkeep/domain/analysis/health-indicators'
import type { KnownHealth } from '@coldkeep/domain/health/known-health'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { DeviceType, TemperatureZone } from '@coldkeep/domain/organisation/device'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type LocalDate, localDate } from '@coldkeep/domain/time/local-date'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import type { HealthTables } from '../db/health-tables'
import { sameIn } from '../db/same-in'
import { upsertRows } from '../db/upsert-rows'
import { markAreaDays } from '../organisation/area-day-queries'

type Row<Table extends keyof HealthTables> = Readonly<Omit<HealthTables[Table], 'on'>>
/** A day of a device, which is kept in two tables. */
export type HealthDayRow = Row<'healthDay'> & Row<'scoreDay'> & { readonly on: LocalDate }
export type HealthStoreDayRow = Row<'healthStoreDay'> & { readonly on: LocalDate }
export type DeviceHealthRow = Readonly<HealthTables['deviceHealth']>
export type EarlyWarningRow = Readonly<HealthTables['earlyWarning']>

export async function selectKnownHealth(db: Db, storeIds: readonly StoreId[]): Promise<KnownHealth[]> {
  if (storeIds.length === 0) return []
  const rows = await db
    .selectFrom('deviceHealth')
    .selectAll()
    .where('storeId', 'in', [...storeIds])
    .execute()
  return rows.map((row) => ({
    ...row,
    baselineFrom: dateOf(row.baselineFrom),
    frozenOn: dateOf(row.frozenOn),
  }))
}

function dateOf(text: string | null): LocalDate | null {
  return text === null ? null : localDate(text)
}

/** Baselines of devices of a type that do well now, for those that have none yet. */
export async function selectPeerBaselines(
  db: Db,
  type: DeviceType,
  zone: TemperatureZone,
  leastScore: number,
  limit: number,
): Promise<HealthBaseline[]> {
  const rows = await db
    .selectFrom('deviceHealth')
    .innerJoin('device', sameIn('device', 'deviceHealth', 'storeId', 'deviceId'))
    .select('deviceHealth.baseline')
    .where('device.type', '=', type)
    .where('device.zone', '=', zone)
    .where('deviceHealth.score', '>=', leastScore)
    .where('deviceHealth.baseline', 'is not', null)
    .limit(limit)
    .execute()
  return rows.flatMap(({ baseline }) => baseline ?? [])
}

/** A whole day of a device as its baseline needs it. */
export interface MeasuredDay {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly on: LocalDate
  readonly measured: MeasuredHealth
  readonly outdoorC: number | null
  readonly isBreach: boolean
}

export async function selectMeasuredDays(
  db: Db,
  storeIds: readonly StoreId[],
  deviceIds: readonly DeviceId[],
): Promise<MeasuredDay[]> {
  if (deviceIds.length === 0) return []
  const rows = await db
    .selectFrom('scoreDay')
    .select(['storeId', 'deviceId', 'on', 'measured', 'outdoorC', 'isBreach'])
    .where('storeId', 'in', [...storeIds])
    .where('deviceId', 'in', [...deviceIds])
    .where('isWhole', '=', true)
    .execute()
  return rows.map((row) => ({ ...row, on: localDate(row.on) }))
}

export interface ScoredDay {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly on: LocalDate
  readonly firstAt: EpochMs
  readonly scores: readonly (number | null)[]
}

export async function selectScoredDays(
  db: Db,
  storeIds: readonly StoreId[],
  first: LocalDate,
): Promise<ScoredDay[]> {
  if (storeIds.length === 0) return []
  const rows = await db
    .selectFrom('scoreDay')
    .select(['storeId', 'deviceId', 'on', 'firstAt', 'scores'])
    .where('storeId', 'in', [...storeIds])
    .where('on', '>=', first)
    .execute()
  return rows.map((row) => ({ ...row, on: localDate(row.on) }))
}

export async function upsertHealthDays(db: Db, rows: readonly HealthDayRow[]): Promise<void> {
  const key = ['storeId', 'deviceId', 'on'] as const
  await upsertRows<Row<'healthDay'> & { readonly on: LocalDate }>(
    db,
    'healthDay',
    {
      storeId: 'int4',
      deviceId: 'int8',
      on: 'date',
      zone: 'text',
      medianScore: 'float8',
      score: 'float8',
      class: 'text',
      topLoss: 'text',
      topLossPoints: 'float8',
      secondLoss: 'text',
      secondLossPoints: 'float8',
      hint: 'text',
      hintChance: 'float8',
      computedAt: 'timestamptz',
    },
    key,
    rows,
  )
  await upsertRows<Row<'scoreDay'> & { readonly on: LocalDate }>(
    db,
    'scoreDay',
    {
      storeId: 'int4',
      deviceId: 'int8',
      on: 'date',
      measured: 'jsonb',
      outdoorC: 'float8',
      isBreach: 'bool',
      isWhole: 'bool',
      firstAt: 'timestamptz',
      scores: 'jsonb',
    },
    key,
    rows,
  )
}

export async function upsertHealthStoreDays(db: Db, rows: readonly HealthStoreDayRow[]): Promise<void> {
  await upsertRows(
    db,
    'healthStoreDay',
    {
      storeId: 'int4',
      on: 'date',
      good: 'int4',
      fair: 'int4',
      watch: 'int4',
      poor: 'int4',
      noScore: 'int4',
      medianTenths: 'bytea',
      computedAt: 'timestamptz',
    },
    ['storeId', 'on'],
    rows,
  )
  await markAreaDays(db, 'health', rows)
}

export async function upsertDeviceHealth(db: Db, rows: readonly DeviceHealthRow[]): Promise<void> {
  await upsertRows(
    db,
    'deviceHealth',
    {
      storeId: 'int4',
      deviceId: 'int8',
      baselineFrom: 'date',
      baseline: 'jsonb',
      frozenOn: 'date',
      intensity: 'float8',
      usualScore: 'float8',
      watch: 'jsonb',
      scoredAt: 'timestamptz',
      score: 'float8',
      class: 'text',
      noScore: 'text',
      losses: 'jsonb',
      hint: 'text',
      hintChance: 'float8',
      hintReasons: 'jsonb',
      lastMeasured: 'jsonb',
      lastOutdoorC: 'float8',
      computedAt: 'timestamptz',
    },
    ['storeId', 'deviceId'],
    rows,
  )
}

export async function upsertEarlyWarnings(db: Db, rows: readonly EarlyWarningRow[]): Promise<void> {
  await upsertRows(
    db,
    'earlyWarning',
    {
      storeId: 'int4',
      deviceId: 'int8',
      kind: 'text',
      raisedAt: 'timestamptz',
      value: 'float8',
      limitValue: 'float8',
      judgedMinutes: 'int4',
      score: 'float8',
      clearedAt: 'timestamptz',
      reason: 'text',
    },
    ['storeId', 'deviceId', 'kind', 'raisedAt'],
    rows,
  )
}

/** Removes what was raised from an instant on, where the days since have been replayed. */
export async function deleteEarlyWarnings(
  db: Db,
  devices: readonly {
    readonly storeId: StoreId
    readonly deviceId: DeviceId
    readonly replacedFrom: EpochMs | null
  }[],
): Promise<void> {
  for (const { storeId, deviceId, replacedFrom } of devices) {
    if (replacedFrom === null) continue
    await db
      .deleteFrom('earlyWarning')
      .where('storeId', '=', storeId)
      .where('deviceId', '=', deviceId)
      .where('raisedAt', '>=', replacedFrom)
      .execute()
  }
}

/** Early warnings of stores that are open. */
export async function selectOpenWarnings(db: Db, storeIds: readonly StoreId[]): Promise<EarlyWarningRow[]> {
  if (storeIds.length === 0) return []
  const { rows } = await sql<EarlyWarningRow>`
    select store_id, device_id, kind, raised_at, value, limit_value, judged_minutes, score, cleared_at, reason
    from early_warning where store_id = any(${storeIds}::int[]) and cleared_at is null`.execute(db)
  return rows
}
