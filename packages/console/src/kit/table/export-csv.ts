import { csvTextCell } from '@coldkeep/contract/wire/csv'
import { type CellValue, type Column, headText } from './column'

export const CSV_FILE = 'data.csv'
const BYTE_ORDER_MARK = '\ufeff'

/**
 * Rows as comma-separated text: UTF-8 with byte order mark, CRLF, every cell quoted where needed, numbers raw with
 * an ASCII minus. A text that a spreadsheet would run as a formula gets a leading apostrophe.
 */
export function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map((column) => csvTextCell(headText(column))),
    ...rows.map((row) => columns.map((column) => csvCell(column.value(row), column.kind))),
  ]
  return `${BYTE_ORDER_MARK}${lines.map((cells) => `${cells.join(',')}\r\n`).join('')}`
}

function csvCell(value: CellValue, kind: Column<never>['kind']): string {
  if (value === null) return ''
  if (kind === 'time') return new Date(value).toISOString()
  return typeof value === 'number' ? String(value) : csvTextCell(value)
}

/** Hands a text to the browser as a file to keep. */
export function downloadText(text: string, fileName: string, type = 'text/csv;charset=utf-8'): void {
  downloadBlob(new Blob([text], { type }), fileName)
}

function downloadBlob(blob: Blob, fileName: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
