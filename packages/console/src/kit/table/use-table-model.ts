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
import { type Column, compareCells } from './column'
import type { TableView } from './table-view'

const features = tableFeatures({
  columnFilteringFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
})

export interface TableModel<Row> {
  /** The rows of the page. */
  readonly rows: readonly Row[]
  /** All rows that pass the filter, in the order shown. */
  readonly matching: readonly Row[]
  readonly pages: number
  /** The page that is really shown; an old address may name one that is gone. */
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
  const columnDefs = useMemo(() => {
    const collator = new Intl.Collator(language, { numeric: true })
    return columns.map((column) => ({
      id: column.key,
      accessorFn: (row: Row) => column.value(row) ?? undefined,
      sortUndefined: 'last' as const,
      sortFn: (a: { original: Row }, b: { original: Row }) =>
        compareCells(column.value(a.original), column.value(b.original), collator),
      filterFn: (row: { original: Row }, _key: string, chosen: ReadonlySet<string>) =>
        chosen.has(String(column.value(row.original) ?? '')),
    }))
  }, [columns, language])
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
