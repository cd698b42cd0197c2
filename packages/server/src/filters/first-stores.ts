import type { WireTable } from '@coldkeep/contract/wire/table'
import type { StoreId } from '@coldkeep/domain/ids'
import type { StoreFilter } from './store-name-queries'

/** Stores whose devices one table holds: with ten devices each, as many rows as are of use in one table. */
export const MOST_STORES = 100

/** Rows of one table: no one reads more. */
export const MOST_ROWS = 1_000

/** Stores whose insurance is listed with the verdicts of each: those of a department, or the first of a chain. */
export const MOST_INSURED = 500

/** How many stores a table covers, and how many there are. */
export interface TableExtent {
  readonly shown: number
  readonly total: number
}

/**
 * How many rows of a table there are, as each carries it (`ofHowMany`), and how many of them were selected.
 */
export function extentOf(rows: readonly { readonly total: number }[]): TableExtent {
  return { shown: rows.length, total: rows[0]?.total ?? 0 }
}

/** Of a table that does not hold all: how much of it there is. */
export function extentIn(of: 'stores' | 'rows', { shown, total }: TableExtent): Pick<WireTable, 'extent'> {
  return shown === total ? {} : { extent: { of, shown, total } }
}

/** The stores that come first, in order, and how many there are. */
export interface StoreOrder {
  readonly storeIds: readonly StoreId[]
  readonly total: number
}

/**
 * Which stores a table of devices holds: all, or of a large chain those that need attention most, so that the answer
 * does not grow with the chain.
 */
export function firstStores<Filter extends StoreFilter>(
  filter: Filter,
  { storeIds, total }: StoreOrder,
): { readonly filter: Filter; readonly extent: TableExtent } {
  const extent = { shown: storeIds.length, total }
  return { filter: extent.shown === total ? filter : { ...filter, storeIds }, extent }
}
