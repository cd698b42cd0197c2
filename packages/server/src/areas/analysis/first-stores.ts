import type { StoreId } from '@coldkeep/domain/ids'
import type { StoreFilter } from './store-names'

/** Stores whose devices one table holds: with ten devices each, as many rows as are of use in one table. */
const MOST_STORES = 100

/** Of how many stores a table holds the devices, and how many there are. */
export interface TableExtent {
  readonly shown: number
  readonly total: number
}

/**
 * Which stores a table of devices holds: all, or of a large chain those that need attention most, so that the answer
 * does not grow with the chain.
 * @param urgency of a store among the others; the highest come first
 */
export function firstStores<Filter extends StoreFilter, Row extends { readonly storeId: StoreId }>(
  filter: Filter,
  rows: readonly Row[],
  urgency: (row: Row) => number,
): { readonly filter: Filter; readonly extent: TableExtent } {
  const total = rows.length
  if (total <= MOST_STORES) return { filter, extent: { shown: total, total } }
  const first = rows
    .map((row) => ({ storeId: row.storeId, urgency: urgency(row) }))
    .sort((a, b) => b.urgency - a.urgency || a.storeId - b.storeId)
    .slice(0, MOST_STORES)
  const storeIds = first.map(({ storeId }) => storeId)
  return { filter: { ...filter, storeIds }, extent: { shown: storeIds.length, total } }
}
