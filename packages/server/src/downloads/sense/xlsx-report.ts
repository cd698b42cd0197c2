import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Cell, ReportForm, ReportRow } from './report-rows'
import { MOST_SHEET_ROWS, sheetName, workbookParts, xmlText } from './xlsx-parts'

const LONGEST_CHUNK = 64 * 1024
/** Larger files are not much smaller, and take much longer. */
const LEVEL = { compress: true, compressionLevel: 2 } as const
const DAY_MS = 86_400_000
/** Day 1 of a spreadsheet is the first of January 1900, and it counts a 29th of February in that year. */
const EPOCH_DAYS = 25_569
/** Of the styles of the workbook. */
const TIME_STYLE = 1
const HEAD_STYLE = 2

/**
 * The report as a workbook, written as it is read: rows beyond what a sheet can hold continue on the next one, under the
 * same titles. Texts are kept once each; a report has few different ones.
 * @param mostRows of a sheet
 */
export function xlsxReport(
  { head }: Pick<ReportForm, 'head'>,
  batches: AsyncIterable<Iterable<ReportRow>>,
  { title, mostRows = MOST_SHEET_ROWS }: { readonly title: string; readonly mostRows?: number },
): Readable {
  const zip = new ZipFile()
  const out = zip.outputStream as Readable
  const texts = new SharedTexts()
  const rows = new RowsInTurn(batches)
  let sheets = 0
  zip.on('error', (error: Error) => out.destroy(error))
  const addSheet = () => {
    sheets += 1
    const xml = Readable.from(sheetOf(head, rows, texts, mostRows), { objectMode: false })
    xml.once('end', () => {
      if (!rows.isAtEnd) return addSheet()
      const names = Array.from({ length: sheets }, (_, index) => sheetName(title, index))
      for (const [path, text] of workbookParts(names)) zip.addBuffer(Buffer.from(text), path, LEVEL)
      const shared = Readable.from(texts.xml(), { objectMode: false })
      zip.addReadStream(shared, 'xl/sharedStrings.xml', LEVEL)
      zip.end()
    })
    zip.addReadStream(xml, `xl/worksheets/sheet${sheets}.xml`, LEVEL)
  }
  addSheet()
  return out
}

/** Rows one after the other over the borders of batches, and of sheets. */
class RowsInTurn {
  isAtEnd = false
  readonly #batches: AsyncIterator<Iterable<ReportRow>>
  #batch: Iterator<ReportRow> = [][Symbol.iterator]()
  #next: ReportRow | null = null

  constructor(batches: AsyncIterable<Iterable<ReportRow>>) {
    this.#batches = batches[Symbol.asyncIterator]()
  }

  /** The next row of what is in memory; `null`: ask {@link fill} for more. */
  take(): ReportRow | null {
    const row = this.#next
    if (row === null) return null
    const { value, done } = this.#batch.next()
    this.#next = done ? null : value
    return row
  }

  /** @returns false at the end */
  async fill(): Promise<boolean> {
    while (this.#next === null) {
      const batch = await this.#batches.next()
      if (batch.done) {
        this.isAtEnd = true
        return false
      }
      this.#batch = batch.value[Symbol.iterator]()
      const { value, done } = this.#batch.next()
      this.#next = done ? null : value
    }
    return true
  }
}

async function* sheetOf(
  head: readonly string[],
  rows: RowsInTurn,
  texts: SharedTexts,
  mostRows: number,
): AsyncGenerator<string> {
  const columns = head.map((_, index) => columnName(index))
  const cellOf = (cell: Cell, column: string, row: number) => {
    if (cell === null) return ''
    if (typeof cell === 'number') return `<c r="${column}${row}"><v>${cell}</v></c>`
    return `<c r="${column}${row}" t="s"><v>${texts.numberOf(cell)}</v></c>`
  }
  let text = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="1" width="20" customWidth="1"/><col min="2" max="${Math.max(2, head.length)}" width="16" customWidth="1"/></cols><sheetData><row r="1">`
  for (const [index, title] of head.entries()) {
    text += `<c r="${columns[index]}1" t="s" s="${HEAD_STYLE}"><v>${texts.numberOf(title)}</v></c>`
  }
  text += '</row>'
  let row = 1
  while (row < mostRows && (await rows.fill())) {
    for (let one = rows.take(); one !== null; one = rows.take()) {
      row += 1
      text += `<row r="${row}"><c r="A${row}" s="${TIME_STYLE}"><v>${one.localMs / DAY_MS + EPOCH_DAYS}</v></c>`
      for (let i = 0; i < one.cells.length; i++) {
        text += cellOf(one.cells[i] as Cell, columns[i + 1] as string, row)
      }
      text += '</row>'
      if (text.length >= LONGEST_CHUNK) {
        yield text
        text = ''
      }
      if (row === mostRows) break
    }
  }
  // whether another sheet follows is known only when there is one row more
  await rows.fill()
  yield `${text}</sheetData></worksheet>`
}

/** `A`, `Z`, `AA` */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

class SharedTexts {
  readonly #numbers = new Map<string, number>()

  numberOf(text: string): number {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    const number = this.#numbers.size
    this.#numbers.set(text, number)
    return number
  }

  *xml(): Generator<string> {
    yield '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    for (const text of this.#numbers.keys()) yield `<si><t xml:space="preserve">${xmlText(text)}</t></si>`
    yield '</sst>'
  }
}
