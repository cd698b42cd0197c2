/** What the reader chose in a table; it may live in the address or in the table itself. */
export interface TableView {
  /** From 1. */
  readonly page: number
  readonly pageSize: number
  readonly sort: { readonly key: string; readonly descending: boolean } | null
  /** The values that are let through; `null` lets all through. */
  readonly filter: readonly string[] | null
  /** Key of the selected row. */
  readonly row: string | null
}

/** A view that is kept outside the table, such as in the address. */
export interface HeldView {
  readonly current: TableView
  readonly onChange: (view: TableView) => void
  /** Key of a row that was just made or changed: it comes into sight, tinted for two seconds. */
  readonly marked?: string | null
}

export const ALL_ROWS = Number.POSITIVE_INFINITY
export const DEFAULT_PAGE_SIZE = 10

export function initialView(pageSize = DEFAULT_PAGE_SIZE): TableView {
  return { page: 1, pageSize, sort: null, filter: null, row: null }
}

/** What pressing a head does: ascending, descending, as it came. */
export function nextSort(sort: TableView['sort'], key: string): TableView['sort'] {
  if (sort === null || sort.key !== key) return { key, descending: false }
  return sort.descending ? null : { key, descending: true }
}

/** Sizes on offer: the usual ones and the one that was requested. */
export function pageSizes(size: number): number[] {
  return [...new Set([10, 20, 50, 100, size])].filter(Number.isFinite).sort((a, b) => a - b)
}
