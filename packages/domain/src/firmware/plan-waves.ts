import { groupBy } from '../group-by'
import type { StoreId, TerminalId, VendorId } from '../ids'
import { coverFirst } from './cover-first'

/** A terminal that is to be updated, with what may make a program fail there and not elsewhere. */
export interface WaveTarget {
  readonly terminalId: TerminalId
  readonly storeId: StoreId
  readonly hardware: string
  readonly vendorId: VendorId | null
  /** Of the devices that it polls. */
  readonly deviceModels: readonly string[]
}

/** How far a job is after a wave: a share of all targets, and a least number that the wave has of its own. */
export interface WaveShare {
  /** Cumulative, 0 to 1. */
  readonly share: number
  readonly least: number
}

/** Terminals of one store go together: what a store suffers is not told apart by terminal. */
interface StoreTargets {
  /** Places in the list of targets. */
  readonly indexes: readonly number[]
  readonly hardware: ReadonlySet<string>
  /** Device models and vendors. */
  readonly traits: ReadonlySet<string>
  /** The same text for stores that are alike. */
  readonly stratum: string
  /** A number that depends on nothing but the store and the seed. */
  readonly lot: number
}

/** Multiples of it, less their whole part, lie evenly however many there are. */
const GOLDEN_SHARE = (Math.sqrt(5) - 1) / 2
/** Shares are decimals, which have no exact form. */
const ROUNDING = 1e-9
const LOTS = 2 ** 32

/**
 * Spreads targets over waves. The first wave has every hardware, for which it grows if it must, and as many device models
 * and vendors as it has room for; the rest of it, and each later wave, is proportional over stores that are alike. The
 * same targets and seed give the same waves, in whatever order they come.
 *
 * For n targets it takes n log n, and a step for each device model of each target.
 * @param waves at least one; the last one has all that is left
 * @returns the wave of each target, from 1
 */
export function planWaves(
  targets: readonly WaveTarget[],
  waves: readonly WaveShare[],
  seed = 0,
): readonly number[] {
  const endOf = ({ share, least }: WaveShare, taken: number) =>
    Math.max(Math.ceil(share * targets.length - ROUNDING), taken + least)
  const stores = storesOf(targets, seed)
  const [first] = waves
  const cover = coverFirst(stores, first === undefined ? 0 : endOf(first, 0))
  const isCover = new Set(cover)
  const order = [
    ...cover,
    ...spread(
      stores.filter((store) => !isCover.has(store)),
      seed,
    ),
  ]

  const planned = new Array<number>(targets.length).fill(waves.length)
  let taken = 0
  let position = 0
  for (const [index, wave] of waves.slice(0, -1).entries()) {
    const end = endOf(wave, taken)
    const covered = index === 0 ? cover.length : 0
    for (; position < covered || taken < end; position++) {
      const store = order[position]
      if (store === undefined) return planned
      for (const target of store.indexes) planned[target] = index + 1
      taken += store.indexes.length
    }
  }
  return planned
}

function storesOf(targets: readonly WaveTarget[], seed: number): StoreTargets[] {
  const stores = [...groupBy(targets.entries(), ([, { storeId }]) => storeId)].map(([storeId, entries]) => {
    const hardware = new Set(entries.map(([, target]) => target.hardware))
    const vendors = new Set(entries.map(([, target]) => target.vendorId))
    const models = new Set(entries.flatMap(([, target]) => target.deviceModels))
    return {
      indexes: entries.map(([index]) => index),
      hardware,
      traits: new Set([
        ...[...vendors].map((id) => `vendor ${id}`),
        ...[...models].map((name) => `model ${name}`),
      ]),
      stratum: [hardware, vendors, models].map((set) => [...set].toSorted().join()).join('\n'),
      lot: lotOf(storeId, seed),
      storeId,
    }
  })
  return stores.sort((a, b) => compareTexts(a.stratum, b.stratum) || a.lot - b.lot || a.storeId - b.storeId)
}

/**
 * An order of which every beginning is proportional: stores that are alike lie side by side, and their places times the
 * golden share scatter neighbours evenly over the whole.
 */
function spread(stores: readonly StoreTargets[], seed: number): StoreTargets[] {
  const start = lotOf(0, seed) / LOTS
  return stores
    .map((store, place) => ({ store, at: (start + place * GOLDEN_SHARE) % 1 }))
    .sort((a, b) => a.at - b.at)
    .map(({ store }) => store)
}

/** A whole number below 2³² in which neither the store nor the seed shows. */
function lotOf(id: number, seed: number): number {
  let x = Math.imul(id ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(seed ^ 0x243f6a88, 0xc2b2ae35)
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d)
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b)
  return (x ^ (x >>> 16)) >>> 0
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
