import type { CommandOperation } from '@coldkeep/contract/mqtt/command'
import type { EventKind } from '@coldkeep/contract/mqtt/event'
import type { AccountId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Generated } from 'kysely'

type Json = Readonly<Record<string, unknown>>

interface TerminalClaimTable {
  /** The first letters of the code. */
  selector: string
  terminalId: TerminalId
  storeId: StoreId
  verifierHash: Uint8Array
  wrongTries: Generated<number>
  expiresAt: EpochMs
  createdBy: string
  createdAt: EpochMs
}

/** How far a bundle has come on its way to its terminal. */
export type BundleState =
  | 'queued'
  | 'sent'
  | 'fetched'
  | 'checked'
  | 'active'
  | 'refused'
  | 'expired'
  | 'rolled_back'
  /** A newer one has taken its place. */
  | 'replaced'

interface BundleTable {
  storeId: StoreId
  terminalId: TerminalId
  revision: number
  /** Lower-case hexadecimal. */
  sha256: string
  body: Uint8Array
  state: BundleState
  faults: readonly { readonly path: string; readonly why: string }[] | null
  createdBy: string
  createdAt: EpochMs
  changedAt: EpochMs
}

export type CommandState =
  | 'queued'
  | 'sent'
  | 'accepted'
  | 'running'
  | 'done'
  | 'failed'
  | 'refused'
  | 'expired'
  | 'cancelled'

interface CommandTable {
  storeId: StoreId
  commandId: string
  terminalId: TerminalId
  op: CommandOperation
  arg: Json
  state: CommandState
  percent: number | null
  outcome: Json | null
  errorCode: string | null
  errorText: string | null
  createdBy: string
  createdAt: EpochMs
  expiresAt: EpochMs
  sentAt: EpochMs | null
  changedAt: EpochMs
}

interface TerminalEventTable {
  storeId: StoreId
  terminalId: TerminalId
  epoch: string
  sequence: number
  kind: EventKind
  at: EpochMs
  receivedAt: EpochMs
  detail: Json
}

interface AuditTable {
  auditId: Generated<number>
  at: EpochMs
  /** Null where nobody was signed in, as at a claim. */
  accountId: AccountId | null
  accountName: string
  storeId: StoreId | null
  kind: string
  /** Whom or what it was done to: a terminal id. */
  subject: string
  detail: Json
  outcome: string
}

export interface FieldTables {
  terminalClaim: TerminalClaimTable
  bundle: BundleTable
  command: CommandTable
  terminalEvent: TerminalEventTable
  audit: AuditTable
}
