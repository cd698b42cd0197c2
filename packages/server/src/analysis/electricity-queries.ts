import type { DemandCounts, DemandMinutes } from '@coldkeep/domain/analysis/demand'
import type { DemandStage } from '@coldkeep/domain/analysis/demand-stage'
import type { Dates, EnergySums } from '@coldkeep/domain/analysis/energy-comparison'
import type { EnergyDay } from '@coldkeep/domain/analysis/energy-day'
import { NO_SPREAD, type PowerFactorSpread } from '@coldkeep/domain/analysis/power-factor'
import type { StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type LocalDate, localDate } from '@coldkeep/domain/time/local-date'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/connect'
import { instantText } from '../db/instants'
import { upsertRows } from '../db/upsert-rows'
import { markAreaDays } from '../organisation/area-day-queries'

interface StoreRow {
  readonly storeId: StoreId
  readonly computedAt: EpochMs
}

export interface EnergyDayRow extends StoreRow, Omit<EnergyDay, 'factored'>, DemandCounts {
  readonly factorKwh: number | null
  readonly reactiveKvarh: number | null
  readonly demandMinutes: DemandMinutes
  readonly contractedKw: number | null
}

/** Of each demand interval of a day, in order. */
export interface DemandDayRow extends StoreRow {
  readonly on: LocalDate
  readonly demandMinutes: DemandMinutes
  readonly contractedKw: number | null
  readonly demandKw: readonly (number | null)[]
  readonly forecastKw: readonly (number | null)[]
  readonly highestStage: readonly (DemandStage | null)[]
  readonly powerFactor: readonly (number | null)[]
}

export interface EnergyComparisonRow extends StoreRow, Omit<EnergySums, 'spread'> {
  readonly lastOn: LocalDate
  /** Energy whose power factor is known. */
  readonly spreadKwh: number
  /** Of the intervals below 1, 2 … 100 percent. */
  readonly lowKwh: readonly number[]
  readonly lowIntervals: readonly number[]
  readonly beforeKwh: number | null
  readonly lastYearKwh: number | null
  readonly correctedKwh: number | null
  readonly referenceKwh: number | null
}

export async function upsertEnergyDays(db: Db, rows: readonly EnergyDayRow[]): Promise<void> {
  await upsertRows(
    db,
    'energyDay',
    {
      storeId: 'int4',
      on: 'date',
      days: 'float8',
      energyKwh: 'float8',
      openMinutes: 'float8',
      heldMinutes: 'float8',
      expectedMinutes: 'float8',
      outdoorMeanC: 'float8',
      factorKwh: 'float8',
      reactiveKvarh: 'float8',
      spread: 'jsonb',
      demandMinutes: 'int4',
      contractedKw: 'float8',
      known: 'int4',
      judged: 'int4',
      over: 'int4',
      overMinutes: 'int4',
      excessKw: 'float8',
      maximumKw: 'float8',
      computedAt: 'timestamptz',
    },
    ['storeId', 'on'],
    rows,
  )
  await markAreaDays(db, 'energy', rows)
}

export async function upsertDemandDays(db: Db, rows: readonly DemandDayRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into demand_day (store_id, "on", demand_minutes, contracted_kw, demand_kw, forecast_kw, highest_stage,
      power_factor, computed_at)
    select u.store_id, u."on", u.demand_minutes, u.contracted_kw, u.demand_kw::float8[], u.forecast_kw::real[],
      u.highest_stage::smallint[], u.power_factor::real[], u.computed_at
    from unnest(${rows.map((row) => row.storeId)}::int[], ${rows.map((row) => row.on)}::date[],
      ${rows.map((row) => row.demandMinutes)}::int[], ${rows.map((row) => row.contractedKw)}::float8[],
      ${rows.map((row) => arrayText(row.demandKw))}::text[], ${rows.map((row) => arrayText(row.forecastKw))}::text[],
      ${rows.map((row) => arrayText(row.highestStage))}::text[],
      ${rows.map((row) => arrayText(row.powerFactor))}::text[], ${instants(rows)})
      as u (store_id, "on", demand_minutes, contracted_kw, demand_kw, forecast_kw, highest_stage, power_factor,
        computed_at)
    on conflict (store_id, "on") do update set
      demand_minutes = excluded.demand_minutes, contracted_kw = excluded.contracted_kw,
      demand_kw = excluded.demand_kw, forecast_kw = excluded.forecast_kw,
      highest_stage = excluded.highest_stage, power_factor = excluded.power_factor,
      computed_at = excluded.computed_at`.execute(db)
}

/**
 * Days of stores with energy, in no order. Their spread over power factors is read from one day on, since it
 * is the widest column and needed for the last days only.
 */
export async function selectEnergyDays(
  db: Db,
  storeIds: readonly StoreId[],
  { first, last }: Dates,
  spreadFrom: LocalDate,
): Promise<(EnergyDay & { readonly storeId: StoreId })[]> {
  if (storeIds.length === 0) return []
  const rows = await db
    .selectFrom('energyDay')
    .select([
      'storeId',
      'on',
      'days',
      'energyKwh',
      'openMinutes',
      'heldMinutes',
      'expectedMinutes',
      'outdoorMeanC',
      'factorKwh',
      'reactiveKvarh',
      sql<PowerFactorSpread | null>`case when "on" >= ${spreadFrom}::date then spread end`.as('spread'),
    ])
    .where('storeId', 'in', [...storeIds])
    .where('on', '>=', first)
    .where('on', '<=', last)
    .execute()
  return rows.map(({ on, factorKwh, reactiveKvarh, spread, ...row }) => ({
    ...row,
    on: localDate(on),
    factored: factorKwh === null || reactiveKvarh === null ? null : { energyKwh: factorKwh, reactiveKvarh },
    spread: spread ?? NO_SPREAD,
  }))
}

export async function upsertEnergyComparisons(db: Db, rows: readonly EnergyComparisonRow[]): Promise<void> {
  if (rows.length === 0) return
  const numbers = [
    'days',
    'energyKwh',
    'openMinutes',
    'heldMinutes',
    'expectedMinutes',
    'weatherDays',
    'weatherKwh',
    'degreeDays',
    'factorKwh',
    'reactiveKvarh',
    'spreadKwh',
    'beforeKwh',
    'lastYearKwh',
    'correctedKwh',
    'referenceKwh',
  ] as const
  const columns = sql.join(numbers.map((name) => sql.ref(name)))
  const replaced = numbers.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`)
  await sql`
    insert into energy_comparison (store_id, last_on, low_kwh, low_intervals, computed_at, ${columns})
    select u.store_id, u.last_on, u.low_kwh::real[], u.low_intervals::int[], u.computed_at, ${columns}
    from unnest(${rows.map((row) => row.storeId)}::int[], ${rows.map((row) => row.lastOn)}::date[],
      ${rows.map((row) => arrayText(row.lowKwh))}::text[], ${rows.map((row) => arrayText(row.lowIntervals))}::text[],
      ${instants(rows)}, ${sql.join(numbers.map((name) => sql`${rows.map((row) => row[name])}::float8[]`))})
      as u (store_id, last_on, low_kwh, low_intervals, computed_at, ${columns})
    on conflict (store_id) do update set last_on = excluded.last_on, low_kwh = excluded.low_kwh,
      low_intervals = excluded.low_intervals, computed_at = excluded.computed_at, ${sql.join(replaced)}`.execute(
    db,
  )
}

function instants(rows: readonly StoreRow[]): RawBuilder<unknown> {
  return sql`${rows.map((row) => instantText(row.computedAt))}::timestamptz[]`
}

/** Arrays of arrays would be taken for tables, so each travels as a text. */
function arrayText(values: readonly (number | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`
}
