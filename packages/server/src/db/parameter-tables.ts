import type {
  AccountId,
  DepartmentId,
  DeviceId,
  DeviceModelId,
  FridgeEntryId,
  JobId,
  ParameterApplyId,
  ParameterProfileId,
  StoreId,
  TerminalId,
} from '@coldkeep/domain/ids'
import type {
  AppliedState,
  ApplyFault,
  ApplyState,
  ApplyStep,
  PauseReason,
} from '@coldkeep/domain/parameters/apply'
import type { ParameterState } from '@coldkeep/domain/parameters/compare'
import type { ChangedValue, DriftCause } from '@coldkeep/domain/parameters/drift'
import type { TrialFinding } from '@coldkeep/domain/parameters/judge-trial'
import type { ProfileKind, ProfileValue } from '@coldkeep/domain/parameters/profile'
import type { SavingBasis, SavingKind } from '@coldkeep/domain/parameters/saving'
import type { Quality } from '@coldkeep/domain/points/reading'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { WriteRisk } from '@coldkeep/domain/writes/judge-risk'
import type { ColumnType, Generated } from 'kysely'

interface ParameterProfileTable {
  parameterProfileId: Generated<ParameterProfileId>
  departmentId: DepartmentId
  deviceModelId: DeviceModelId
  /** `null`: it is not for these devices only. */
  deviceIds: readonly DeviceId[] | null
  firmwareFrom: number | null
  firmwareTo: number | null
  name: string
  kind: ProfileKind
  fridgeBrandId: FridgeEntryId | null
  fridgeTypeId: FridgeEntryId | null
  fridgeLocationId: FridgeEntryId | null
  /** The newest. */
  version: number
  revision: Generated<number>
  removedAt: EpochMs | null
}
interface ParameterProfileVersionTable {
  parameterProfileId: ParameterProfileId
  /** From 1. */
  version: number
  content: ColumnType<readonly ProfileValue[], string, never>
  note: string
  accountId: AccountId | null
  savedBy: string
  savedAt: EpochMs
}
interface ServiceNoteTable {
  departmentId: DepartmentId
  note: string
  revision: Generated<number>
  savedBy: string
  savedAt: EpochMs
}
interface ParameterValueTable {
  storeId: StoreId
  deviceId: DeviceId
  code: string
  value: number | null
  quality: Quality
  at: EpochMs
}
/** How many parameters are in each state; none where a state is missing. */
export type StateCounts = Partial<Record<ParameterState, number>>
interface ParameterDeviceTable {
  storeId: StoreId
  deviceId: DeviceId
  deviceModelId: DeviceModelId
  /** `null`: nothing is wanted of it. */
  state: ParameterState | null
  counts: ColumnType<StateCounts, string, string>
  requestedAt: EpochMs | null
  readAt: EpochMs | null
}
/** What a numbered node of a reading stands for. */
export type ReadPlace = readonly [device: DeviceId, code: string]
interface ParameterReadTable {
  storeId: StoreId
  commandId: string
  terminalId: TerminalId
  /** By their numbers, from 1. */
  places: ColumnType<readonly ReadPlace[], string, never>
  /** On the cycle of the service. */
  isRoutine: boolean
  requestedAt: EpochMs
}
interface ParameterEventTable {
  storeId: StoreId
  parameterEventId: Generated<number>
  deviceId: DeviceId
  at: EpochMs
  cause: DriftCause
  changes: ColumnType<readonly ChangedValue[], string, never>
  seenBy: string | null
  seenAt: EpochMs | null
}
interface ParameterDueTable {
  deviceModelId: DeviceModelId
  markedAt: EpochMs
  /** Rises with each mark, so that one that comes while the devices are compared is not lost. */
  marks: Generated<number>
}
/** What was found of the first device, and when. */
export interface KeptFinding extends TrialFinding {
  readonly judgedAt: EpochMs
}
interface ParameterApplyTable {
  parameterApplyId: Generated<ParameterApplyId>
  /** Of its author, or the one below that was chosen. */
  departmentId: DepartmentId
  parameterProfileId: ParameterProfileId
  version: number
  deviceModelId: DeviceModelId
  undoOf: ParameterApplyId | null
  state: ApplyState
  because: PauseReason | null
  pausedFrom: ApplyState | null
  risk: WriteRisk
  note: string
  accountId: AccountId
  createdBy: string
  createdAt: EpochMs
  decideUntil: EpochMs | null
  decidedBy: string | null
  decidedAt: EpochMs | null
  decisionNote: Generated<string>
  shares: ColumnType<readonly number[], string, never>
  mostFailures: number
  knownFailures: Generated<number>
  knownMissed: Generated<number>
  trialStoreId: StoreId | null
  trialDeviceId: DeviceId | null
  trialEndsAt: EpochMs | null
  finding: ColumnType<KeptFinding | null, string | null, string | null>
  jobId: JobId | null
  wave: Generated<number>
  waves: Generated<number>
  endedAt: EpochMs | null
}
interface ParameterApplyDeviceTable {
  storeId: StoreId
  parameterApplyId: ParameterApplyId
  deviceId: DeviceId
  wave: number
  steps: ColumnType<readonly ApplyStep[], string, string>
  state: AppliedState
  fault: ApplyFault | null
  writeId: string | null
  beganAt: EpochMs | null
  changedAt: EpochMs
}
interface SavingTable {
  storeId: StoreId
  deviceId: DeviceId
  kind: SavingKind
  deviceModelId: DeviceModelId
  code: string | null
  before: number | null
  value: number | null
  shareLow: number
  shareHigh: number
  kwhLow: number | null
  kwhHigh: number | null
  basis: ColumnType<SavingBasis, string, string>
}
interface SavingStoreTable {
  storeId: StoreId
  computedAt: EpochMs
}
export interface ParameterTables {
  saving: SavingTable
  savingStore: SavingStoreTable
  parameterApply: ParameterApplyTable
  parameterApplyDevice: ParameterApplyDeviceTable
  parameterProfile: ParameterProfileTable
  parameterProfileVersion: ParameterProfileVersionTable
  serviceNote: ServiceNoteTable
  parameterValue: ParameterValueTable
  parameterDevice: ParameterDeviceTable
  parameterRead: ParameterReadTable
  parameterEvent: ParameterEventTable
  parameterDue: ParameterDueTable
}
