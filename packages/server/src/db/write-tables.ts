import type { WriteArguments } from '@coldkeep/contract/mqtt/command-arguments'
import type { AccountId, DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { WriteEffect } from '@coldkeep/domain/polling/poll-command'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { WriteRisk } from '@coldkeep/domain/writes/judge-risk'
import type { Approval } from '@coldkeep/domain/writes/line-state'
import type { Wear } from '@coldkeep/domain/writes/wear'
import type { ColumnType, Generated } from 'kysely'

interface WriteRequestTable {
  storeId: StoreId
  writeId: string
  risk: WriteRisk
  /** One that waits is over at `approveUntil`; the next round of the server records that. */
  approval: Approval
  approveUntil: EpochMs | null
  /** For the terminal, once it is approved. */
  waitMinutes: number
  note: string
  undoOf: string | null
  accountId: AccountId
  createdBy: string
  createdAt: EpochMs
  decidedBy: string | null
  decidedAt: EpochMs | null
  decisionNote: Generated<string>
}

interface WriteLineTable {
  storeId: StoreId
  writeId: string
  deviceId: DeviceId
  position: number
  commandCode: string
  note: string
  effect: WriteEffect
  pointName: string
  unit: string
  value: number | null
  /** Of a write without a value: the one that sets its point to `undoValue`. */
  undoCode: string | null
  undoValue: number | null
  risk: WriteRisk
  arg: ColumnType<WriteArguments, WriteArguments, never>
  knownValue: number | null
  knownQuality: number | null
  knownAt: EpochMs | null
  /** What was in the way when it was to be sent, or for which it was taken back. */
  fault: string | null
  commandId: string | null
  deliveredAt: EpochMs | null
  /** Which limit of writes it is above, that limit, and the writes that are left of the life of the memory. */
  wearAbove: Wear['above']
  wearMost: number | null
  wearLeft: number | null
}

interface WriteWearTable {
  storeId: StoreId
  deviceId: DeviceId
  /** Registers or coils, as `registers 99 1`. */
  place: string
  /** A day of UTC. */
  on: string
  writes: number
}

export interface WriteTables {
  writeRequest: WriteRequestTable
  writeLine: WriteLineTable
  writeWear: WriteWearTable
}
