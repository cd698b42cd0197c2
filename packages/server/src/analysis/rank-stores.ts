import type { StoreId } from '@coldkeep/domain/ids'
import type { Db } from '../db/connect'
import type { StoreOrder } from '../filters/first-stores'
import type { DayFilter } from '../filters/store-name-queries'
import { selectRanks } from './summed-day-queries'

/** How the two figures of a store's days become one, and how urgent that makes it. */
interface Ranking {
  readonly merge: (before: number, day: number) => number
  /** Those with the highest come first. */
  readonly need: (first: number, second: number) => number
}

const add = (before: number, day: number) => before + day

/** How much worse than a day to watch a breach is. */
const BREACH_WEIGHT = 10
const UNKNOWN = Number.NEGATIVE_INFINITY

/** By the figures that `ranks` of the sums holds, see organisation/area-day-queries.ts. */
const rankings = {
  /** Lowest rates. */
  connection: { merge: add, need: (ok, slots) => (slots === 0 ? UNKNOWN : -ok / slots) },
  /** Most days that need attention, breaches above all. */
  temperature: { merge: add, need: (breach, others) => BREACH_WEIGHT * breach + others },
  /** Compressors that worked most of the known time. */
  operation: { merge: add, need: (working, known) => (known === 0 ? 0 : working / known) },
  /** Highest demand as a share of the contract. */
  energy: {
    merge: Math.max,
    need: (highestKw, contractedKw) =>
      highestKw < 0 || contractedKw === 0 ? UNKNOWN : highestKw / contractedKw,
  },
} satisfies Record<string, Ranking>

/** One store of the column: its id and two figures. */
const ENTRY_BYTES = 12

/**
 * The stores that need attention most, and how many have figures. Reads one row per department and day: the
 * stores of a whole chain are packed in them.
 * @param includes which stores of the scope count; null for all
 */
export async function rankStores(
  db: Db,
  analysis: keyof typeof rankings,
  filter: DayFilter,
  limit: number,
  includes: ReadonlySet<StoreId> | null = null,
): Promise<StoreOrder> {
  // One store, or a few that were named, are all included.
  if (filter.storeIds !== null) return { storeIds: filter.storeIds, total: filter.storeIds.length }
  const days = await selectRanks(db, analysis, filter)
  const { merge, need }: Ranking = rankings[analysis]
  const figures = new Map<StoreId, [first: number, second: number]>()
  for (const { ranks } of days) {
    const view = new DataView(ranks.buffer, ranks.byteOffset, ranks.byteLength)
    for (let at = 0; at < view.byteLength; at += ENTRY_BYTES) {
      const storeId = view.getInt32(at) as StoreId
      if (includes !== null && !includes.has(storeId)) continue
      const before = figures.get(storeId)
      const [first, second] = [view.getFloat32(at + 4), view.getFloat32(at + 8)]
      if (before === undefined) figures.set(storeId, [first, second])
      else {
        before[0] = merge(before[0], first)
        before[1] = merge(before[1], second)
      }
    }
  }
  const ranked = Array.from(figures, ([storeId, [first, second]]) => ({ storeId, need: need(first, second) }))
  ranked.sort((a, b) => (a.need === b.need ? a.storeId - b.storeId : b.need - a.need))
  return { storeIds: ranked.slice(0, limit).map(({ storeId }) => storeId), total: ranked.length }
}
