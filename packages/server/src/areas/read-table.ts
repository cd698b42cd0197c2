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

const DELIMITERS = [',', ';', '\t'] as const
/** What is put where bytes are no text. */
const REPLACEMENT = '\ufffd'

/**
 * Reads a table with a head. Commas, semicolons or tabs part the cells, whichever the head has; blank lines are
 * passed over.
 */
export async function readTable<Column extends string>(
  text: string,
  { columns, key, mostRows }: TableShape<Column>,
): Promise<{ readonly rows: readonly TableRow<Column>[]; readonly faults: readonly PlacedFault[] }> {
  const whole = (code: TableFault, row = 0, column = ''): PlacedFault => ({ row, column, code, value: '' })
  if (text.includes(REPLACEMENT)) return { rows: [], faults: [whole('encoding')] }
  const faults: PlacedFault[] = []
  const rows: TableRow<Column>[] = []
  let head: readonly (Column | null)[] | null = null
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
        const read = readHead(record, columns)
        faults.push(...read.faults)
        if (!read.head.includes(key)) return { rows, faults: [...faults, whole('column_missing', 1, key)] }
        head = read.head
        continue
      }
      if (rows.length === mostRows) return { rows, faults: [...faults, whole('too_many_rows')] }
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

function readHead<Column extends string>(record: readonly string[], columns: readonly Column[]) {
  const faults: PlacedFault[] = []
  const head = record.map((cell): Column | null => {
    const title = cell.trim().toLowerCase()
    const column = columns.find((one) => one === title) ?? null
    if (column === null) {
      faults.push({ row: 1, column: title.slice(0, 80), code: 'column_unknown', value: '' })
    }
    return column
  })
  for (const [index, column] of head.entries()) {
    if (column === null || head.indexOf(column) === index) continue
    faults.push({ row: 1, column, code: 'column_twice', value: '' })
  }
  return { head, faults }
}

function cellsOf<Column extends string>(head: readonly (Column | null)[], record: readonly string[]) {
  return new Map(
    head.flatMap((column, index) => (column === null ? [] : [[column, record[index] ?? ''] as const])),
  )
}
