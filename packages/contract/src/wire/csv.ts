/**
 * Characters with which a spreadsheet begins a formula; with a Japanese or Chinese keyboard the wide ones
 * too.
 */
const FORMULA = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/u
const NUMBER = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)\s*$/

/** Whether a spreadsheet that opens a text file would run this text as a formula. */
export function isFormula(text: string): boolean {
  return FORMULA.test(text) && !NUMBER.test(text)
}

/**
 * A text as a cell of comma-separated text (RFC 4180), in quotes where needed. What a spreadsheet would run as a formula
 * gets a leading apostrophe; a number stays one.
 */
export function csvTextCell(text: string): string {
  return quotedCell(isFormula(text) ? `'${text}` : text)
}

export function quotedCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The byte order mark, with which files begin. */
export const CSV_START = '\ufeff'

export type CsvCell = string | number | boolean | null

/**
 * Rows as comma-separated text: UTF-8 with byte order mark, CRLF, cells quoted where needed, numbers raw with an ASCII
 * minus.
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
