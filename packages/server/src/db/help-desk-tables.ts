import type { Mark } from '@coldkeep/domain/help-desk/mark'
import type { HelpOutcome } from '@coldkeep/domain/help-desk/session'
import type { AccountId, DeviceId, RepairCaseId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { ColumnType, Generated } from 'kysely'

interface HelpSessionTable {
  storeId: StoreId
  helpSessionId: string
  repairCaseId: RepairCaseId
  deviceIds: DeviceId[]
  accountId: AccountId
  accountName: string
  openedAt: EpochMs
  seenAt: EpochMs
  endedAt: EpochMs | null
  outcome: HelpOutcome | null
  note: Generated<string>
  revision: Generated<number>
}

interface HelpMarkTable {
  storeId: StoreId
  helpSessionId: string
  photoId: string
  helpMarkId: string
  mark: ColumnType<Mark, string, never>
  accountId: AccountId
  accountName: string
  drawnAt: EpochMs
}

interface TipVerdictTable {
  storeId: StoreId
  helpSessionId: string
  rule: string
  /** 0: the store as a whole. */
  deviceId: number
  helped: boolean
  judgedAt: EpochMs
}

export interface HelpDeskTables {
  helpSession: HelpSessionTable
  helpMark: HelpMarkTable
  tipVerdict: TipVerdictTable
}
