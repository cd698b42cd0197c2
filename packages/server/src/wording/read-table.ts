import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { Problem } from '@coldkeep/contract/problem'
import { CsvError, parse } from 'csv-parse'

/** What is wrong with the form of a table, whatever it holds. */
export type TableFault =
  | 'encoding'
  | 'quotes'
  | 'too_many_rows'
  | 'no_rows'
  | 'column_unknown'
  | 'column_twice'
  | 'column_missing'
  | 'cell_count'

export interface PlacedFault<Fault extends string = TableFault> {
  /** Line of the file; 0: the file as a whole. */
  readonly row: number
  readonly column: string
  readonly code: Fault
  readonly value: string
}

export interface TableRow<Column extends string> {
  /** Line of the file in which it ends. */
  readonly row: number
  readonly cells: ReadonlyMap<Column, string>
}

export interface TableShape<Column extends string> {
  readonly columns: readonly Column[]
  /** Without it nothing can be read. */
  readonly key: Column
  readonly mostRows: number
}

export const MOST_TABLE_COLUMNS = 100
export const LONGEST_TABLE_LINE_KB = 64

const DELIMITERS = [',', ';', '\t'] as const
/** What is put where bytes are no text. */
const REPLACEMENT = '\ufffd'
/** So much is read before others have their turn. */
const PIECE_BYTES = 65_536

interface Table<Column extends string> {
  readonly rows: readonly TableRow<Column>[]
  readonly faults: readonly PlacedFault[]
}

interface CsvRecord {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

/**
 * Reads a table with a head. Commas, semicolons or tabs part the cells, whichever the head has; blank lines are
 * passed over.
 * @throws Problem `table.too_many_columns`, `table.line_too_long`: it is read no further than that
 */
export async function readTable<Column extends string>(
  text: string,
  shape: TableShape<Column>,
): Promise<Table<Column>> {
  if (text.includes(REPLACEMENT)) return { rows: [], faults: [whole('encoding')] }
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(text),
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
  })
  const faults: PlacedFault[] = []
  const rows: TableRow<Column>[] = []
  const ending = new AbortController()
  try {
    await pipeline(
      piecesOf(text),
      parser,
      async (records: AsyncIterable<CsvRecord>) => {
        const last = await readRecords(records, shape, { rows, faults })
        if (last === null) return
        faults.push(last)
        ending.abort()
      },
      { signal: ending.signal },
    )
  } catch (error) {
    if (ending.signal.aborted) return { rows, faults }
    if (!(error instanceof CsvError)) throw error
    return { rows, faults: [...faults, whole('quotes', typeof error.lines === 'number' ? error.lines : 0)] }
  }
  if (rows.length === 0) faults.push(whole('no_rows'))
  return { rows, faults }
}

function whole(code: TableFault, row = 0, column = ''): PlacedFault {
  return { row, column, code, value: '' }
}

const QUOTE = 0x22
const LINE_ENDS: readonly (number | undefined)[] = [0x0a, 0x0d]

/** The bytes of a table. Looks ahead of the parser, which would hold a line whole however long it is. */
async function* piecesOf(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  let isQuoted = false
  let lineStart = 0
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    const piece = bytes.subarray(start, start + PIECE_BYTES)
    for (let place = 0; place < piece.length; place++) {
      const byte = piece[place]
      if (byte === QUOTE) isQuoted = !isQuoted
      else if (!isQuoted && LINE_ENDS.includes(byte)) lineStart = start + place + 1
      if (start + place - lineStart < LONGEST_TABLE_LINE_KB * 1024) continue
      throw new Problem('table.line_too_long', { limit: LONGEST_TABLE_LINE_KB })
    }
    yield piece
    await setImmediate()
  }
}

/** @returns why it read no further, or `null` at the end */
async function readRecords<Column extends string>(
  records: AsyncIterable<CsvRecord>,
  { columns, key, mostRows }: TableShape<Column>,
  { rows, faults }: { readonly rows: TableRow<Column>[]; readonly faults: PlacedFault[] },
): Promise<PlacedFault | null> {
  let head: readonly (Column | null)[] | null = null
  for await (const { record, info } of records) {
    if (record.every((cell) => cell.trim() === '')) continue
    if (head === null) {
      head = readHead(record, columns, faults)
      if (!head.includes(key)) return whole('column_missing', 1, key)
      continue
    }
    if (rows.length === mostRows) return whole('too_many_rows')
    if (record.length !== head.length) faults.push(whole('cell_count', info.lines))
    rows.push({ row: info.lines, cells: cellsOf(head, record) })
  }
  return null
}

function delimiterOf(text: string): string {
  const head = text.slice(0, LONGEST_TABLE_LINE_KB * 1024).split('\n', 1)[0] ?? ''
  return DELIMITERS.find((delimiter) => head.includes(delimiter)) ?? ','
}

function readHead<Column extends string>(
  record: readonly string[],
  columns: readonly Column[],
  faults: PlacedFault[],
): (Column | null)[] {
  if (record.length > MOST_TABLE_COLUMNS) {
    throw new Problem('table.too_many_columns', { limit: MOST_TABLE_COLUMNS })
  }
  const seen = new Set<Column>()
  const twice: PlacedFault[] = []
  const head = record.map((cell): Column | null => {
    const title = cell.trim().toLowerCase()
    const column = columns.find((one) => one === title) ?? null
    if (column === null) faults.push(whole('column_unknown', 1, title.slice(0, 80)))
    else if (seen.has(column)) twice.push(whole('column_twice', 1, column))
    else seen.add(column)
    return column
  })
  for (const fault of twice) faults.push(fault)
  return head
}

function cellsOf<Column extends string>(head: readonly (Column | null)[], record: readonly string[]) {
  return new Map(
    head.flatMap((column, index) => (column === null ? [] : [[column, record[index] ?? ''] as const])),
  )
}
