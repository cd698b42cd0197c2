import type { CommandOperation } from '@coldkeep/contract/mqtt/command'
import type { EventKind } from '@coldkeep/contract/mqtt/event-kind'
import type { CommandState } from '@coldkeep/domain/commands/command-state'
import type { AccountId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { ColumnType, Generated } from 'kysely'

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
  /** Who made it; `null` for one of before this was kept. */
  accountId: AccountId | null
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

/** What is wrong where: `scripts.0.commands.3.requestHex`, a code, and the offending value. */
export interface BundleFault {
  readonly path: string
  readonly code: string
  readonly value: string
}

interface BundleTable {
  storeId: StoreId
  terminalId: TerminalId
  revision: number
  /** Lower-case hexadecimal. */
  sha256: string
  body: Uint8Array
  /** Under which the terminal reports its progress. */
  commandId: string
  state: BundleState
  /** Why the terminal refused it. Written as a text, since a list would be taken for an array. */
  faults: ColumnType<readonly BundleFault[] | null, string | null, string | null>
  createdBy: string
  createdAt: EpochMs
  changedAt: EpochMs
}

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

export interface FieldTables {
  terminalClaim: TerminalClaimTable
  bundle: BundleTable
  command: CommandTable
  terminalEvent: TerminalEventTable
}
