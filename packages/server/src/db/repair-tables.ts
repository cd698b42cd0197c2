import type {
  AccountId,
  AlarmId,
  DepartmentId,
  DeviceId,
  RepairCaseId,
  RepairProgressId,
  StoreId,
} from '@coldkeep/domain/ids'
import type { CloseEvidence } from '@coldkeep/domain/repair/close-proposal'
import type {
  RepairEventKind,
  RepairPhase,
  StandardStep,
  StepTitles,
} from '@coldkeep/domain/repair/repair-case'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { ColumnType, Generated } from 'kysely'

interface RepairProgressTable {
  repairProgressId: Generated<RepairProgressId>
  /** To whom it belongs; `null`: it comes with the product. */
  departmentId: DepartmentId | null
  standard: StandardStep | null
  title: string
  /** Its words by language, where they differ from the title. */
  titles: ColumnType<StepTitles, StepTitles | undefined, StepTitles>
  phase: RepairPhase
  position: number
  revision: Generated<number>
  /** Since when no case is set to it any more. */
  removedAt: ColumnType<EpochMs | null, EpochMs | null | undefined, EpochMs | null>
}

interface RepairCaseTable {
  storeId: StoreId
  repairCaseId: Generated<RepairCaseId>
  key: string
  storeCode: string
  deviceId: DeviceId | null
  fault: string
  cause: Generated<string>
  repairProgressId: RepairProgressId
  assigneeId: AccountId | null
  reportedAt: EpochMs
  reportedBy: string
  closedAt: EpochMs | null
  revision: Generated<number>
  closeProposedAt: Generated<EpochMs | null>
  closeProposal: ColumnType<CloseEvidence | null, string | null | undefined, string | null>
  /** By a person, since it was closed the last time. */
  reopenedAt: Generated<EpochMs | null>
}

interface RepairAlarmTable {
  storeId: StoreId
  alarmId: AlarmId
  repairCaseId: RepairCaseId
}

interface RepairEventTable {
  storeId: StoreId
  repairEventId: Generated<number>
  repairCaseId: RepairCaseId
  key: string
  kind: RepairEventKind
  happenedAt: EpochMs
  receivedAt: EpochMs
  accountId: AccountId | null
  accountName: string
  detail: ColumnType<object, object, never>
}

export interface RepairTables {
  repairProgress: RepairProgressTable
  repairCase: RepairCaseTable
  repairAlarm: RepairAlarmTable
  repairEvent: RepairEventTable
}
