import { csvTextCell } from '@coldkeep/contract/wire/csv'

/** The byte order mark, with which files begin. */
export const CSV_START = '\ufeff'

export type CsvCell = string | number | boolean | null

/**
 * Rows as comma-separated text: UTF-8 with byte order mark, CRLF, cells quoted where needed. A text that a spreadsheet
 * would run as a formula gets a leading apostrophe.
 */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return CSV_START + rows.map(csvLine).join('')
}

/** A row with its end. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

export function csvCell(cell: CsvCell): string {
  if (cell === null) return ''
  return typeof cell === 'string' ? csvTextCell(cell) : String(cell)
}
