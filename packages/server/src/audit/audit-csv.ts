import { isFormula, quotedCell } from '@coldkeep/contract/wire/csv'
import type { SealedRow } from './audit-row'

const BYTE_ORDER_MARK = '\ufeff'
const COLUMNS = [
  'position',
  'time',
  'account_id',
  'account',
  'department_id',
  'store_id',
  'kind',
  'subject',
  'detail',
  'outcome',
  'previous_hash',
  'hash',
] as const

export function csvHead(): string {
  return `${BYTE_ORDER_MARK}${COLUMNS.join(',')}\r\n`
}

export function csvLine(row: SealedRow): string {
  const cells = [
    String(row.position),
    new Date(row.at).toISOString(),
    textOf(row.accountId),
    row.accountName,
    textOf(row.departmentId),
    textOf(row.storeId),
    row.kind,
    row.subject,
    JSON.stringify(row.detail),
    row.outcome,
    hexOf(row.previousHash),
    hexOf(row.hash),
  ]
  return `${cells.map((cell) => quotedCell(guarded(cell))).join(',')}\r\n`
}

/** The rows of such a file; one that cannot be read is reported by its line. */
export function readCsv(text: string): SealedRow[] {
  const [head, ...lines] = cellsOf(text.replace(/^\ufeff/, ''))
  if (head?.join() !== COLUMNS.join()) throw new Error('line 1 does not hold the columns of an audit file')
  return lines.map((cells, index) => {
    const row = rowOf(cells.map(unguarded))
    if (row === null) throw new Error(`row ${index + 1} of the file cannot be read`)
    return row
  })
}

function rowOf(cells: readonly string[]): SealedRow | null {
  if (cells.length !== COLUMNS.length) return null
  const cell = (name: (typeof COLUMNS)[number]) => cells[COLUMNS.indexOf(name)] ?? ''
  const position = Number(cell('position'))
  const at = Date.parse(cell('time'))
  if (!Number.isSafeInteger(position) || Number.isNaN(at)) return null
  try {
    return {
      position,
      at,
      accountId: idOf(cell('account_id')),
      accountName: cell('account'),
      departmentId: idOf(cell('department_id')),
      storeId: idOf(cell('store_id')),
      kind: cell('kind'),
      subject: cell('subject'),
      detail: JSON.parse(cell('detail')) as unknown,
      outcome: cell('outcome'),
      previousHash: Buffer.from(cell('previous_hash'), 'hex'),
      hash: Buffer.from(cell('hash'), 'hex'),
    }
  } catch {
    return null
  }
}

function cellsOf(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, inQuotes, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    row.push(inQuotes === undefined ? (plain ?? '') : inQuotes.replaceAll('""', '"'))
    if (end === ',') continue
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  return rows
}

function textOf(id: number | null): string {
  return id === null ? '' : String(id)
}

function idOf(text: string): number | null {
  return text === '' ? null : Number(text)
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

/** What looks as if it had been guarded before is guarded too, so that a file can be read back. */
function guarded(text: string): string {
  return isGuardable(text) ? `'${text}` : text
}

function unguarded(text: string): string {
  return text.startsWith("'") && isGuardable(text) ? text.slice(1) : text
}

function isGuardable(text: string): boolean {
  return isFormula(text.replace(/^'+/, ''))
}
