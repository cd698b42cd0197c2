import type { Department } from '@coldkeep/domain/organisation/department'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import type { Scope } from '../access/scope'
import type { Db } from '../db/connect'
import { selectOwnStores } from './home-connection-queries'
import {
  type PlaceDemand,
  type PlaceEnergy,
  type StoreOver,
  type StoreRise,
  selectLargestRise,
  selectPlaceDemand,
  selectPlaceEnergy,
  selectStoreOver,
} from './home-electricity-queries'
import { homeDays, type Part, partsOf } from './parts'

/** Demand intervals of one day. */
export interface HomeDemandDay {
  readonly judged: number
  readonly over: number
  readonly storesOver: number
  /** The highest demand as a share of its contract. */
  readonly highestUse: number | null
}

export interface HomeDemand {
  readonly today: HomeDemandDay
  readonly yesterday: HomeDemandDay
  readonly parts: readonly (Pick<Part, 'name' | 'drill'> & {
    readonly today: HomeDemandDay
    readonly yesterday: HomeDemandDay
  })[]
  /** Of today, or of yesterday while today has nothing to judge yet. */
  readonly worst: StoreOver | null
  readonly computedAt: EpochMs
}

/** Energy of the last 30 full days. */
interface HomeEnergySums {
  readonly stores: number
  readonly storesCorrected: number
  readonly energyKwh: number | null
  /** Null where too few of the stores have it to be held against the energy of all. */
  readonly beforeKwh: number | null
  readonly lastYearKwh: number | null
  /** Of the stores that could be corrected. */
  readonly correctedKwh: number | null
  readonly referenceKwh: number | null
}

export interface HomeEnergy {
  readonly all: HomeEnergySums
  readonly parts: readonly (Pick<Part, 'name' | 'drill'> & HomeEnergySums)[]
  readonly rise: StoreRise | null
  readonly computedAt: EpochMs
}

/** The share of a bar's stores that must have a value to compare with. */
const LEAST_COMPARED_SHARE = 0.95

/**
 * The figures of the demand card of a department; today and yesterday are those of each store's own calendar.
 */
export async function collectHomeDemand(
  db: Db,
  scope: Scope,
  top: Department,
  now: EpochMs,
): Promise<HomeDemand> {
  const { first, last, isToday, isYesterday } = await homeDays(db, scope, now)
  const [rows, ownStores] = await Promise.all([
    selectPlaceDemand(db, scope, top.id, { first, last }),
    selectOwnStores(db, top.id),
  ])
  const parts = partsOf(top, ownStores)
  const today = sumDemandDays(rows.filter(isToday))
  const worst = placeOfMostUse(rows.filter(today.judged > 0 ? isToday : isYesterday))
  return {
    today,
    yesterday: sumDemandDays(rows.filter(isYesterday)),
    parts: parts.map(({ name, drill, holds }) => {
      const own = rows.filter(holds)
      return {
        name,
        drill,
        today: sumDemandDays(own.filter(isToday)),
        yesterday: sumDemandDays(own.filter(isYesterday)),
      }
    }),
    worst: worst === null ? null : await selectStoreOver(db, worst),
    computedAt: newestOf(rows, now),
  }
}

/** The figures of the comparison card of a department. */
export async function collectHomeEnergy(
  db: Db,
  scope: Scope,
  top: Department,
  now: EpochMs,
): Promise<HomeEnergy> {
  const [rows, ownStores, rise] = await Promise.all([
    selectPlaceEnergy(db, scope, top.id),
    selectOwnStores(db, top.id),
    selectLargestRise(db, scope),
  ])
  const parts = partsOf(top, ownStores)
  return {
    all: sumEnergy(rows),
    parts: parts.map(({ name, drill, holds }) => ({ name, drill, ...sumEnergy(rows.filter(holds)) })),
    rise,
    computedAt: newestOf(rows, now),
  }
}

function sumDemandDays(rows: readonly PlaceDemand[]): HomeDemandDay {
  const sum = (read: (row: PlaceDemand) => number) => rows.reduce((all, row) => all + read(row), 0)
  const uses = rows.flatMap(({ highestUse }) => highestUse ?? [])
  return {
    judged: sum(({ judged }) => judged),
    over: sum(({ over }) => over),
    storesOver: sum(({ storesOver }) => storesOver),
    highestUse: uses.length === 0 ? null : Math.max(...uses),
  }
}

/** Where the store is that was furthest over its contract. */
function placeOfMostUse(rows: readonly PlaceDemand[]): PlaceDemand | null {
  const over = rows.filter(({ storesOver }) => storesOver > 0)
  const [first] = over.sort((a, b) => (b.highestUse ?? 0) - (a.highestUse ?? 0))
  return first ?? null
}

function sumEnergy(rows: readonly PlaceEnergy[]): HomeEnergySums {
  const sum = (read: (row: PlaceEnergy) => number | null) =>
    rows.reduce<number | null>((all, row) => {
      const value = read(row)
      return value === null ? all : (all ?? 0) + value
    }, null)
  const stores = sum((row) => row.stores) ?? 0
  const ifMost = (known: number | null, value: number | null) =>
    (known ?? 0) >= LEAST_COMPARED_SHARE * stores ? value : null
  return {
    stores,
    storesCorrected: sum((row) => row.storesCorrected) ?? 0,
    energyKwh: sum((row) => row.energyKwh),
    beforeKwh: ifMost(
      sum((row) => row.storesBefore),
      sum((row) => row.beforeKwh),
    ),
    lastYearKwh: ifMost(
      sum((row) => row.storesLastYear),
      sum((row) => row.lastYearKwh),
    ),
    correctedKwh: sum((row) => row.correctedKwh),
    referenceKwh: sum((row) => row.referenceKwh),
  }
}

function newestOf(rows: readonly { readonly computedAt: EpochMs }[], now: EpochMs): EpochMs {
  return rows.length === 0 ? now : epochMs(Math.max(...rows.map((row) => row.computedAt)))
}
