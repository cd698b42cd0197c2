import type { AccountId, ApiKeyId, DepartmentId, DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Generated } from 'kysely'

type Json = Readonly<Record<string, unknown>>

interface AuditTable {
  auditId: Generated<number>
  at: EpochMs
  /** Null where no one was signed in, as at a claim. */
  accountId: AccountId | null
  accountName: string
  /** Whom it concerns where no store does; null: the whole organisation. */
  departmentId: DepartmentId | null
  storeId: StoreId | null
  /** The devices that it is about; 0: one that is gone. */
  deviceIds: Generated<DeviceId[]>
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

interface ApiKeyTable {
  apiKeyId: Generated<ApiKeyId>
  /** The first letters of the key; the rest is kept as a hash. */
  selector: string
  secretHash: Uint8Array
  name: string
  /** Who made it: it never holds more than they do. */
  accountId: AccountId
  departmentId: DepartmentId
  pageKeys: string[]
  createdAt: EpochMs
  expiresAt: EpochMs
  lastUsedAt: EpochMs | null
  revokedAt: EpochMs | null
}

/** The record of what was done, and what machines sign in with. */
export interface AuditTables {
  apiKey: ApiKeyTable
  audit: AuditTable
  auditCut: AuditCutTable
}
