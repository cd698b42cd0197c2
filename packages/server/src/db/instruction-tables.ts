import type {
  AccountId,
  DeviceModelId,
  ModelPublicationId,
  PointDefinitionId,
  PollCommandId,
  WriteCommandId,
} from '@coldkeep/domain/ids'
import type { ModelPoint, ModelTables } from '@coldkeep/domain/polling/device-model'
import type { PollCommandDraft, WriteCommandDraft } from '@coldkeep/domain/polling/poll-command'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { PublicationState } from '@coldkeep/domain/writes/publication-state'
import type { ColumnType, Generated } from 'kysely'

interface PollCommandTable extends Omit<PollCommandDraft, 'brand' | 'model'> {
  pollCommandId: Generated<PollCommandId>
  deviceModelId: DeviceModelId
  revision: Generated<number>
}
interface PointDefinitionTable extends ModelPoint {
  pointDefinitionId: Generated<PointDefinitionId>
  pollCommandId: PollCommandId
  revision: Generated<number>
}
interface WriteCommandTable extends Omit<WriteCommandDraft, 'brand' | 'model'> {
  writeCommandId: Generated<WriteCommandId>
  deviceModelId: DeviceModelId
  revision: Generated<number>
}
interface ModelVersionTable {
  deviceModelId: DeviceModelId
  /** From 1. */
  version: number
  content: ColumnType<ModelTables, string, never>
  note: string
  publishedBy: string
  publishedAt: EpochMs
  /** Two people have looked at what its writes do, or it came with the product. */
  hasReviewedWrites: boolean
}
interface ModelPublicationTable {
  modelPublicationId: Generated<ModelPublicationId>
  deviceModelId: DeviceModelId
  /** The newest version when it was requested; 0 for none. */
  baseVersion: number
  content: ColumnType<ModelTables, string, never>
  note: string
  accountId: AccountId
  createdBy: string
  createdAt: EpochMs
  approveUntil: EpochMs
  state: PublicationState
  decidedBy: string | null
  decidedAt: EpochMs | null
  decisionNote: Generated<string>
}
export interface InstructionTables {
  pollCommand: PollCommandTable
  pointDefinition: PointDefinitionTable
  writeCommand: WriteCommandTable
  modelVersion: ModelVersionTable
  modelPublication: ModelPublicationTable
}
