import { createHash } from 'node:crypto'
import { canonicalJson } from '../db/canonical-json'

/** What the hash of a row covers. */
export interface AuditRow {
  readonly position: number
  readonly at: number
  readonly accountId: number | null
  readonly accountName: string
  readonly departmentId: number | null
  readonly storeId: number | null
  readonly kind: string
  readonly subject: string
  readonly detail: unknown
  readonly outcome: string
}

/** A row with its hash and that of the row before it. */
export interface SealedRow extends AuditRow {
  readonly previousHash: Uint8Array
  readonly hash: Uint8Array
}

/** The predecessor of the first row. */
export const NO_HASH: Uint8Array = new Uint8Array(32)

/** SHA-256 over the hash of the row before and the row as JSON with sorted keys. */
export function hashOfRow(row: AuditRow, previousHash: Uint8Array): Uint8Array {
  const { position, at, accountId, accountName, departmentId, storeId, kind, subject, detail, outcome } = row
  const content = {
    ...{ position, at: new Date(at).toISOString(), accountId, accountName, departmentId, storeId },
    ...{ kind, subject, detail, outcome },
  }
  return createHash('sha256').update(previousHash).update(canonicalJson(content)).digest()
}
