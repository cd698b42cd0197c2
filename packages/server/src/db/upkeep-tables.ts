import type { AccountId, DeviceId, StoreId, UpkeepPlanId } from '@coldkeep/domain/ids'
import type { DeviceType } from '@coldkeep/domain/organisation/device'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import type { UpkeepBase, UpkeepUnit } from '@coldkeep/domain/upkeep/upkeep-plan'
import type { DoneTask, UpkeepResult } from '@coldkeep/domain/upkeep/upkeep-record'
import type { ColumnType, Generated } from 'kysely'

interface UpkeepPlanTable {
  storeId: StoreId
  upkeepPlanId: Generated<UpkeepPlanId>
  /** For one device, for all of a type, or for neither. */
  deviceId: DeviceId | null
  deviceType: DeviceType | null
  item: string
  note: string
  every: number
  unit: UpkeepUnit
  base: UpkeepBase
  graceDays: number
  startsOn: LocalDate
  tasks: ColumnType<readonly string[], string, string>
  /** Of each record. */
  leastPhotos: Generated<number>
  /** Null: by running hours, and too little is known. */
  dueOn: LocalDate | null
  /** Of the work that was done last. */
  lastDueOn: Generated<LocalDate | null>
  lastDoneOn: Generated<LocalDate | null>
  /** The due day of which people have been reminded, before it and once it had passed. */
  remindedSoonOn: Generated<LocalDate | null>
  remindedOverdueOn: Generated<LocalDate | null>
  revision: Generated<number>
  createdAt: EpochMs
  removedAt: Generated<EpochMs | null>
}

interface UpkeepRecordTable {
  storeId: StoreId
  /** Made by the sender. */
  upkeepRecordId: string
  upkeepPlanId: UpkeepPlanId
  dueOn: LocalDate | null
  doneOn: LocalDate
  doneAt: EpochMs
  enteredAt: EpochMs
  receivedAt: EpochMs
  result: UpkeepResult
  note: string
  tasks: ColumnType<readonly DoneTask[], string, never>
  /** Taken of it, also those that are still on a phone. */
  photoIds: Generated<string[]>
  accountId: AccountId
  accountName: string
}

export interface UpkeepTables {
  upkeepRecord: UpkeepRecordTable
  upkeepPlan: UpkeepPlanTable
}
