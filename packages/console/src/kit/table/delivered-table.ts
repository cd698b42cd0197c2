import type { Drill, WireTable } from '@coldkeep/contract/wire/table'
import type { CellValue, Column } from './column'

/** A row of a table as the service delivers it. */
export interface DeliveredRow {
  readonly key: string
  readonly values: readonly CellValue[]
  readonly drill?: Drill
}

export interface DeliveredTable {
  readonly title: string
  readonly columns: readonly Column<DeliveredRow>[]
  readonly rows: readonly DeliveredRow[]
  readonly pageSize: number
  readonly filterColumn: string | null
}

/**
 * Columns and rows for a table that the service describes. `hrefOf` tells where the first column of a row leads.
 * Rows without an id are known by their place.
 */
export function deliveredTable(
  table: WireTable,
  hrefOf: (row: DeliveredRow) => string | null = () => null,
): DeliveredTable {
  return {
    title: table.title,
    columns: table.header.map((head, index) => ({
      key: String(index),
      title: head.value,
      kind: head.kind,
      unit: head.unit,
      decimals: head.decimals,
      headFill: head.bg_color,
      headInk: head.txt_color,
      value: (row) => row.values[index] ?? null,
      href: index === 0 ? hrefOf : undefined,
    })),
    rows: table.data.map((row, index) => ({
      key: row.id ?? `#${index}`,
      values: row.value,
      drill: row.drill,
    })),
    pageSize: table.page_size,
    filterColumn: table.filter_index === null ? null : String(table.filter_index),
  }
}
