const BYTE_ORDER_MARK = '\ufeff'

export type CsvCell = string | number | boolean | null

/**
 * Rows as comma-separated text: UTF-8 with byte order mark, CRLF, cells quoted where needed. A text that a spreadsheet
 * would run as a formula gets a leading apostrophe.
 */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return `${BYTE_ORDER_MARK}${rows.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('')}`
}

function cellText(cell: CsvCell): string {
  if (cell === null) return ''
  return typeof cell === 'string' ? quoted(guarded(cell)) : String(cell)
}

function guarded(text: string): string {
  const isNumber = /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text)
  return /^[=+\-@\t\r]/.test(text) && !isNumber ? `'${text}` : text
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
