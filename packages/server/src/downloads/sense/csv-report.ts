import { CSV_START, csvCell, csvLine } from '@coldkeep/contract/wire/csv'
import type { ReportForm, ReportRow } from './report-rows'

const LONGEST_CHUNK = 64 * 1024

/** The report as CSV: UTF-8 with byte order mark, RFC 4180. */
export async function* csvReport(
  { head }: Pick<ReportForm, 'head'>,
  batches: AsyncIterable<Iterable<ReportRow>>,
): AsyncGenerator<string> {
  let text = CSV_START + csvLine(head)
  for await (const batch of batches) {
    for (const { localMs, cells } of batch) {
      text += timeText(localMs)
      for (const cell of cells) text += typeof cell === 'number' ? `,${cell}` : `,${csvCell(cell)}`
      text += '\r\n'
      if (text.length < LONGEST_CHUNK) continue
      yield text
      text = ''
    }
  }
  yield text
}

/** Such as spreadsheets read as a time: `2026-11-20 12:00:00`. */
function timeText(localMs: number): string {
  return new Date(localMs).toISOString().slice(0, 19).replace('T', ' ')
}
