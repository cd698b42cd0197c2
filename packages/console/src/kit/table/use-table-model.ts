import {
  columnFilteringFeature,
  createFilteredRowModel,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import { useLanguage } from '../text'
import { type Column, orderOf } from './column'
import type { TableView } from './table-view'

const features = tableFeatures({
  columnFilteringFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
})

const MISSING = 2 ** 31 - 1

export interface TableModel<Row> {
  /** The rows of the page. */
  readonly rows: readonly Row[]
  /** All rows that pass the filter, in the order shown. */
  readonly matching: readonly Row[]
  readonly pages: number
  /** The page that is really shown; an old address may name one that no longer exists. */
  readonly page: number
}

/** Filters, sorts and pages the rows as the view says. */
export function useTableModel<Row extends object>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  filterKey: string | null,
  view: TableView,
): TableModel<Row> {
  const language = useLanguage()
  const places = useMemo(
    () => placesOf(rows, columns, new Intl.Collator(language, { numeric: true })),
    [rows, columns, language],
  )
  const descending = view.sort?.descending ?? false
  const columnDefs = useMemo(
    () =>
      columns.map((column) => ({
        id: column.key,
        accessorFn: column.value,
        sortUndefined: false as const,
        sortFn: (a: { index: number }, b: { index: number }) => {
          const place = places(column.key)
          const [first, second] = [place[a.index] ?? MISSING, place[b.index] ?? MISSING]
          const isMissing = first === MISSING || second === MISSING
          return isMissing && descending ? second - first : first - second
        },
        filterFn: (row: { original: Row }, _key: string, chosen: ReadonlySet<string>) =>
          chosen.has(String(column.value(row.original) ?? '')),
      })),
    [columns, places, descending],
  )
  const filter = useMemo(
    () =>
      filterKey === null || view.filter === null ? [] : [{ id: filterKey, value: new Set(view.filter) }],
    [filterKey, view.filter],
  )
  const sorting = useMemo(
    () => (view.sort === null ? [] : [{ id: view.sort.key, desc: view.sort.descending }]),
    [view.sort],
  )
  const table = useTable({
    features,
    columns: columnDefs,
    data: rows as Row[],
    state: { columnFilters: filter, sorting },
  })
  const sorted = table.getSortedRowModel().rows
  const matching = useMemo(() => sorted.map((row) => row.original), [sorted])
  const pageSize = Number.isFinite(view.pageSize) ? view.pageSize : Math.max(1, matching.length)
  const pages = Math.max(1, Math.ceil(matching.length / pageSize))
  const page = Math.min(Math.max(1, view.page), pages)
  return { rows: matching.slice((page - 1) * pageSize, page * pageSize), matching, pages, page }
}

/** The position of each row when sorted by a column; missing values come last. */
function placesOf<Row>(rows: readonly Row[], columns: readonly Column<Row>[], collator: Intl.Collator) {
  const known = new Map<string, Int32Array>()
  return (key: string): Int32Array => {
    const ready = known.get(key)
    const column = columns.find((one) => one.key === key)
    if (ready !== undefined || column === undefined) return ready ?? new Int32Array()
    const values = rows.map((row) => column.value(row) ?? '')
    const { place } = orderOf(values, column.kind, collator)
    const made = Int32Array.from(values, (value) => (value === '' ? MISSING : place(value)))
    known.set(key, made)
    return made
  }
}
