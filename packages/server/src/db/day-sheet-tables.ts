import type { SkipReason } from '@coldkeep/domain/day-sheet/hand-check'
import type { AccountId, CheckPlaceId, DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { TemperatureZone } from '@coldkeep/domain/organisation/device'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import type { Generated } from 'kysely'

interface CheckPlaceTable {
  storeId: StoreId
  checkPlaceId: Generated<CheckPlaceId>
  position: number
  name: string
  deviceId: DeviceId | null
  zone: TemperatureZone | null
  lowC: number | null
  highC: number | null
  revision: Generated<number>
  createdAt: EpochMs
  removedAt: Generated<EpochMs | null>
}

interface HandCheckTable {
  storeId: StoreId
  /** Made by the sender, as is the round. */
  handCheckId: string
  roundId: string
  checkPlaceId: CheckPlaceId
  placeName: string
  deviceId: DeviceId | null
  on: LocalDate
  valueC: number | null
  skipReason: SkipReason | null
  isRepeated: boolean
  note: string
  lowC: number | null
  highC: number | null
  takenAt: EpochMs
  enteredAt: EpochMs
  receivedAt: EpochMs
  accountId: AccountId
  accountName: string
}

interface DaySheetTable {
  storeId: StoreId
  on: LocalDate
  content: string
  sha256: Uint8Array
  signedUntil: EpochMs
  signedAt: EpochMs
  accountId: AccountId
  accountName: string
  reviewedAt: Generated<EpochMs | null>
  reviewerId: Generated<AccountId | null>
  reviewerName: Generated<string | null>
  reviewNote: Generated<string | null>
}

export interface DaySheetTables {
  checkPlace: CheckPlaceTable
  handCheck: HandCheckTable
  daySheet: DaySheetTable
}
