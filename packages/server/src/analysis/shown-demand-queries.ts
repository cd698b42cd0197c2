import type { DemandMinutes } from '@coldkeep/domain/analysis/demand'
import type { DemandStage } from '@coldkeep/domain/analysis/demand-stage'
import type { StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type LocalDate, localDate } from '@coldkeep/domain/time/local-date'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import { firstStores, type TableExtent } from '../filters/first-stores'
import {
  type ChosenDays,
  type DayFilter,
  type NamedStore,
  namedStores,
  selectStoreNames,
  storesOf,
} from '../filters/store-name-queries'
import { rankStores } from './rank-stores'
import { summedDays } from './summed-day-queries'

/** Demand intervals of a store over some days, or of some stores on one day. */
interface DemandSums {
  readonly judged: number
  readonly over: number
  readonly overMinutes: number
  readonly excessKw: number | null
  readonly maximumKw: number | null
  /** The highest that held in the time. */
  readonly contractedKw: number | null
  readonly heldMinutes: number
  readonly expectedMinutes: number
  readonly computedAt: EpochMs
}

export interface StoreDemand extends DemandSums {
  readonly store: NamedStore
  readonly factorKwh: number
  readonly reactiveKvarh: number
}

export interface DayDemand extends DemandSums {
  readonly on: LocalDate
}

/** The intervals of one day of one store, in order from the start of the day; null where nothing is known. */
export interface DemandIntervals {
  readonly on: LocalDate
  readonly demandMinutes: DemandMinutes
  readonly contractedKw: number | null
  readonly demandKw: readonly (number | null)[]
  readonly forecastKw: readonly (number | null)[]
  readonly highestStage: readonly (DemandStage | null)[]
  readonly powerFactor: readonly (number | null)[]
}

const sums = [
  sql<number>`sum(judged)::float8`.as('judged'),
  sql<number>`sum(over)::float8`.as('over'),
  sql<number>`sum(over_minutes)::float8`.as('overMinutes'),
  sql<number | null>`max(excess_kw)`.as('excessKw'),
  sql<number | null>`max(maximum_kw)`.as('maximumKw'),
  sql<number | null>`max(contracted_kw)`.as('contractedKw'),
  sql<number>`sum(held_minutes)`.as('heldMinutes'),
  sql<number>`sum(expected_minutes)`.as('expectedMinutes'),
] as const

/** The stores that used most of their contracts, up to a limit; in no order. */
export async function selectDemandByStore(
  db: Db,
  filter: DayFilter,
  limit: number,
): Promise<{ readonly stores: StoreDemand[]; readonly extent: TableExtent }> {
  const tabled = firstStores(filter, await rankStores(db, 'energy', filter, limit))
  return { stores: await selectDemandOf(db, tabled.filter), extent: tabled.extent }
}

/** The demand of all stores of a filter, in no order. */
export async function selectDemandOf(db: Db, filter: DayFilter): Promise<StoreDemand[]> {
  const [rows, names] = await Promise.all([
    energyDays(db, filter)
      .select(['energyDay.storeId', ...sums])
      .select([
        sql<number>`coalesce(sum(factor_kwh), 0)`.as('factorKwh'),
        sql<number>`coalesce(sum(reactive_kvarh), 0)`.as('reactiveKvarh'),
      ])
      .select(({ fn }) => fn.max('energyDay.computedAt').as('computedAt'))
      .groupBy('energyDay.storeId')
      .execute(),
    selectStoreNames(db, filter),
  ])
  return rows.flatMap(({ storeId, ...row }) => {
    const store = names.get(storeId)
    return store === undefined ? [] : [{ ...row, store }]
  })
}

/** One row per day that has figures. */
export async function selectDemandByDay(db: Db, filter: DayFilter): Promise<DayDemand[]> {
  const rows = await summedDays(db, 'energy', filter, namedStores(db, filter))
    .select(['day.on', ...sums])
    .select(({ fn }) => fn.max('day.computedAt').as('computedAt'))
    .groupBy('day.on')
    .orderBy('day.on')
    .execute()
  return rows.map((row) => ({ ...row, on: localDate(row.on) }))
}

export async function selectDemandIntervals(
  db: Db,
  storeId: StoreId,
  { first, last }: ChosenDays,
): Promise<DemandIntervals[]> {
  const rows = await db
    .selectFrom('demandDay')
    .select(['on', 'demandMinutes', 'contractedKw', 'demandKw', 'forecastKw', 'highestStage', 'powerFactor'])
    .where('storeId', '=', storeId)
    .where('on', '>=', first)
    .where('on', '<=', last)
    .orderBy('on')
    .execute()
  return rows.map((row) => ({
    ...row,
    on: localDate(row.on),
    demandKw: known(row.demandKw),
    forecastKw: known(row.forecastKw),
    highestStage: known(row.highestStage) as (DemandStage | null)[],
    powerFactor: known(row.powerFactor),
  }))
}

function energyDays(db: Db, filter: DayFilter) {
  return storesOf(db, filter)
    .innerJoin('energyDay', 'energyDay.storeId', 'store.storeId')
    .where('energyDay.on', '>=', filter.first)
    .where('energyDay.on', '<=', filter.last)
}

function known(values: readonly number[]): (number | null)[] {
  return values.map((value) => (Number.isNaN(value) ? null : value))
}
