import { csvHead, csvRow } from '@coldkeep/contract/wire/table-csv'
import type { Column } from './column'

export const CSV_FILE = 'data.csv'

/** Rows as comma-separated text, as files of tables are. */
export function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = rows.map((row) =>
    csvRow(
      columns,
      columns.map((column) => column.value(row)),
    ),
  )
  return csvHead(columns) + lines.join('')
}

/** Hands a text to the browser as a file to keep. */
export function downloadText(text: string, fileName: string, type = 'text/csv;charset=utf-8'): void {
  downloadBlob(new Blob([text], { type }), fileName)
}

/** The same of a file that is there already. */
export function downloadBlob(blob: Blob, fileName: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
