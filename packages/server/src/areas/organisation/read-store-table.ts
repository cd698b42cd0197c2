import { type CellFault, type StoreColumn, storeColumns } from '@coldkeep/domain/organisation/store-cells'
import { CsvError, parse } from 'csv-parse'

export type StoreFault =
  | CellFault
  | 'encoding'
  | 'quotes'
  | 'too_many_rows'
  | 'no_rows'
  | 'column_unknown'
  | 'column_twice'
  | 'column_missing'
  | 'cell_count'
  | 'code_twice'
  | 'code_taken'
  | 'department_unknown'
  | 'department_ambiguous'
  | 'hours'
  | 'dates'

export interface StoreTableFault {
  readonly row: number
  readonly column: string
  readonly code: StoreFault
  readonly value: string
}

export interface StoreTableRow {
  /** Line of the file in which it ends. */
  readonly row: number
  readonly cells: ReadonlyMap<StoreColumn, string>
}

export const MOST_STORE_ROWS = 20_000
const DELIMITERS = [',', ';', '\t'] as const
/** What is put where bytes are no text. */
const REPLACEMENT = '\ufffd'

/**
 * Reads a table with a head. Commas, semicolons or tabs part the cells, whichever the head has; blank lines are
 * passed over.
 */
export async function readStoreTable(text: string): Promise<{
  readonly rows: readonly StoreTableRow[]
  readonly faults: readonly StoreTableFault[]
}> {
  const whole = (code: StoreFault, row = 0, column = ''): StoreTableFault => ({
    row,
    column,
    code,
    value: '',
  })
  if (text.includes(REPLACEMENT)) return { rows: [], faults: [whole('encoding')] }
  const faults: StoreTableFault[] = []
  const rows: StoreTableRow[] = []
  let head: readonly (StoreColumn | null)[] | null = null
  try {
    const records = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }) as AsyncIterable<{ record: string[]; info: { lines: number } }>
    for await (const { record, info } of records) {
      if (record.every((cell) => cell.trim() === '')) continue
      if (head === null) {
        const read = readHead(record)
        faults.push(...read.faults)
        if (!read.columns.includes('code'))
          return { rows, faults: [...faults, whole('column_missing', 1, 'code')] }
        head = read.columns
        continue
      }
      if (rows.length === MOST_STORE_ROWS) return { rows, faults: [...faults, whole('too_many_rows')] }
      if (record.length !== head.length) faults.push(whole('cell_count', info.lines))
      rows.push({ row: info.lines, cells: cellsOf(head, record) })
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { rows, faults: [...faults, whole('quotes', typeof error.lines === 'number' ? error.lines : 0)] }
  }
  if (rows.length === 0) faults.push(whole('no_rows'))
  return { rows, faults }
}

function delimiterOf(text: string): string {
  const head = text.split('\n', 1)[0] ?? ''
  return DELIMITERS.find((delimiter) => head.includes(delimiter)) ?? ','
}

function readHead(record: readonly string[]) {
  const faults: StoreTableFault[] = []
  const columns = record.map((cell): StoreColumn | null => {
    const title = cell.trim().toLowerCase()
    const column = storeColumns.find((one) => one === title) ?? null
    if (column === null) {
      faults.push({ row: 1, column: title.slice(0, 80), code: 'column_unknown', value: '' })
    }
    return column
  })
  for (const [index, column] of columns.entries()) {
    if (column === null || columns.indexOf(column) === index) continue
    faults.push({ row: 1, column, code: 'column_twice', value: '' })
  }
  return { columns, faults }
}

function cellsOf(head: readonly (StoreColumn | null)[], record: readonly string[]) {
  return new Map(
    head.flatMap((column, index) => (column === null ? [] : [[column, record[index] ?? ''] as const])),
  )
}
