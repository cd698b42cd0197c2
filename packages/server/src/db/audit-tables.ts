import type { AccountId, DepartmentId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Generated } from 'kysely'

type Json = Readonly<Record<string, unknown>>

interface AuditTable {
  auditId: Generated<number>
  at: EpochMs
  /** Null where nobody was signed in, as at a claim. */
  accountId: AccountId | null
  accountName: string
  /** Whom it concerns where no store does; null: the whole organisation. */
  departmentId: DepartmentId | null
  storeId: StoreId | null
  kind: string
  /** Whom or what it was done to: a terminal id. */
  subject: string
  detail: Json
  outcome: string
  /** Its place in the chain, and the hash over it and the row before; null until it is sealed. */
  position: number | null
  hash: Uint8Array | null
}
interface AuditCutTable {
  position: number
  hash: Uint8Array
  at: EpochMs
}

export interface AuditTables {
  audit: AuditTable
  auditCut: AuditCutTable
}
