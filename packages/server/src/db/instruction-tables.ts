import type { DeviceModelId, PointDefinitionId, PollCommandId, WriteCommandId } from '@coldkeep/domain/ids'
import type { ModelPoint, ModelTables } from '@coldkeep/domain/polling/device-model'
import type { PollCommandDraft, WriteCommandDraft } from '@coldkeep/domain/polling/poll-command'
import type { EpochMs } from '@coldkeep/domain/time/instant'
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
}

export interface InstructionTables {
  pollCommand: PollCommandTable
  pointDefinition: PointDefinitionTable
  writeCommand: WriteCommandTable
  modelVersion: ModelVersionTable
}
