import type { WireTable } from '@coldkeep/contract/wire/table'
import type { ReactNode } from 'react'
import type { CellValue, Column } from '../kit/table/column'
import { initialView, type TableView } from '../kit/table/table-view'

export type ServedRow = WireTable['data'][number]

/**
 * Columns of a table as the service describes them; a column is known by its position.
 * @param drawStatus how a word of a status column is drawn, where it is more than the word
 */
export function servedColumns(
  table: WireTable,
  hrefOf: (row: ServedRow, column: number) => string | null,
  drawStatus: (word: string) => ReactNode,
): readonly Column<ServedRow>[] {
  return table.header.map((head, index) => ({
    key: String(index),
    title: head.value,
    kind: head.kind,
    unit: head.unit,
    decimals: head.decimals,
    wraps: head.wraps,
    headFill: head.bgColor,
    headInk: head.txtColor,
    value: (row): CellValue => row.value[index] ?? null,
    href: (row) => hrefOf(row, index),
    ...(head.kind === 'status' && { cell: (row) => drawStatus(String(row.value[index] ?? '')) }),
  }))
}

/** A row is identified by its id, or else by its content. */
export function servedRowKey(row: ServedRow): string {
  return row.id ?? JSON.stringify(row.value)
}

/** Parameters of one table in the address: `t1.page`, `t1.size`, `t1.sort`, `t1.f`, `t1.row`. */
export function viewToAddress(
  name: string,
  view: TableView,
  pageSize: number,
): Record<string, string | undefined> {
  const { sort, filter, row } = view
  return {
    [`${name}.page`]: view.page === 1 ? undefined : String(view.page),
    [`${name}.size`]: sizeText(view.pageSize, pageSize),
    [`${name}.sort`]: sort === null ? undefined : `${sort.descending ? '-' : ''}${sort.key}`,
    [`${name}.f`]: filter === null ? undefined : JSON.stringify(filter),
    [`${name}.row`]: row ?? undefined,
  }
}

/**
 * The view that the address names; what it leaves out, or has wrong, is as at first.
 * @param isColumn whether a name is that of a column; columns of served tables are known by their position
 */
export function viewFromAddress(
  name: string,
  parameters: Readonly<Record<string, string>>,
  pageSize: number,
  isColumn: (key: string) => boolean = (key) => /^\d{1,3}$/.test(key),
): TableView {
  const first = initialView(pageSize)
  const page = Number(parameters[`${name}.page`])
  const [, sign, key = ''] = /^(-?)(.+)$/.exec(parameters[`${name}.sort`] ?? '') ?? []
  return {
    page: Number.isInteger(page) && page > 0 ? page : first.page,
    pageSize: sizeOf(parameters[`${name}.size`]) ?? first.pageSize,
    sort: isColumn(key) ? { key, descending: sign === '-' } : null,
    filter: valuesOf(parameters[`${name}.f`]),
    row: parameters[`${name}.row`] ?? null,
  }
}

/** By tags of rows: what their cells in the filtered column say. */
function tagsOf({ data, filterIndex }: WireTable): ReadonlyMap<string, string> {
  const tagged = filterIndex === null ? [] : data.filter(({ tag }) => tag !== undefined)
  return new Map(tagged.map((row) => [row.tag ?? '', String(row.value[filterIndex ?? 0] ?? '')]))
}

/** A view whose filter names tags, as the address does, with the words of the table. */
export function viewInWords(view: TableView, table: WireTable): TableView {
  const words = tagsOf(table)
  return view.filter === null ? view : { ...view, filter: view.filter.map((tag) => words.get(tag) ?? tag) }
}

/** The same back: an address holds what is the same in every language. */
export function viewInTags(view: TableView, table: WireTable): TableView {
  const tags = new Map([...tagsOf(table)].map(([tag, word]) => [word, tag]))
  return view.filter === null ? view : { ...view, filter: view.filter.map((word) => tags.get(word) ?? word) }
}

/** The view without a filter that no row could meet: of another language, of another page, of an older table. */
export function knownView(view: TableView, table: WireTable): TableView {
  const column = table.filterIndex
  const { filter } = view
  if (filter === null || filter.length === 0 || table.data.length === 0) return view
  const isKnown =
    column !== null && table.data.some((row) => filter.includes(String(row.value[column] ?? '')))
  return isKnown ? view : { ...view, filter: null }
}

function sizeText(size: number, usual: number): string | undefined {
  if (size === usual) return undefined
  return Number.isFinite(size) ? String(size) : 'all'
}

function sizeOf(text: string | undefined): number | null {
  if (text === 'all') return Number.POSITIVE_INFINITY
  const size = Number(text)
  return Number.isInteger(size) && size > 0 && size <= 1000 ? size : null
}

function valuesOf(text: string | undefined): readonly string[] | null {
  if (text === undefined) return null
  try {
    const values: unknown = JSON.parse(text)
    return Array.isArray(values) && values.every((value) => typeof value === 'string') ? values : null
  } catch {
    return null
  }
}
