import { hashOfRow, type SealedRow } from './audit-row'
import type { Head } from './chain-queries'

export interface ChainReport {
  /** Rows that hold. */
  readonly rows: number
  readonly first: number | null
  readonly head: Head | null
  /** Stretches of rows that are not among these: of others, or filtered away. */
  readonly gaps: number
  readonly broken: { readonly position: number; readonly reason: string } | null
}

export interface Expected {
  /** What the first row follows, where all rows are there; a file may hold some only. */
  readonly start: Head | null
  /** A row that is known from elsewhere, such as a line of the log. */
  readonly anchor: Head | null
}

/** Goes through rows in their order and stops at the first that does not hold. */
export async function verifyChain(
  rows: AsyncIterable<SealedRow> | Iterable<SealedRow>,
  { start, anchor }: Expected,
): Promise<ChainReport> {
  let report: ChainReport = { rows: 0, first: null, head: null, gaps: 0, broken: null }
  for await (const row of rows) {
    const { position, hash } = row
    const reason = faultOf(row, { before: report.head ?? start, isWhole: start !== null, anchor })
    if (reason !== null) return { ...report, broken: { position, reason } }
    const follows = report.head === null || report.head.position + 1 === position
    report = {
      ...report,
      rows: report.rows + 1,
      first: report.first ?? position,
      head: { position, hash },
      gaps: report.gaps + (follows ? 0 : 1),
    }
  }
  if (anchor === null || isAnchored(report, anchor)) return report
  return { ...report, broken: { position: anchor.position, reason: 'it is missing' } }
}

function isAnchored({ first, head }: ChainReport, anchor: Head): boolean {
  return first !== null && head !== null && first <= anchor.position && anchor.position <= head.position
}

function faultOf(
  row: SealedRow,
  { before, isWhole, anchor }: { before: Head | null; isWhole: boolean; anchor: Head | null },
): string | null {
  if (before !== null && row.position <= before.position) return `it stands after row ${before.position}`
  const follows = before !== null && row.position === before.position + 1
  if (isWhole && !follows) return `rows between ${before?.position ?? 0} and it are missing`
  if (follows && !isSame(row.previousHash, before.hash)) return 'it does not follow the row before'
  if (!isSame(hashOfRow(row, row.previousHash), row.hash)) return 'its content does not fit its hash'
  if (anchor?.position === row.position && !isSame(row.hash, anchor.hash)) {
    return 'its hash is not the one that was told'
  }
  return null
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.from(a).equals(b)
}
