import type { BulletinTexts } from '@coldkeep/contract/areas/bulletins'
import type { AccountId, BulletinCategoryId, BulletinId, DepartmentId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Language } from '@coldkeep/phrases/translate'
import type { ColumnType, Generated } from 'kysely'

interface BulletinTable {
  bulletinId: Generated<BulletinId>
  /** By which its sender knows it again. */
  key: string
  departmentId: DepartmentId
  accountId: AccountId
  accountName: string
  bulletinCategoryId: BulletinCategoryId
  categoryTitle: string
  language: Language
  texts: ColumnType<BulletinTexts, string, never>
  placeDepartmentId: DepartmentId
  placeStoreId: StoreId | null
  exceptStores: StoreId[]
  exceptPeople: AccountId[]
  needsConfirmation: boolean
  firstCounts: boolean
  deadlineAt: EpochMs | null
  state: 'scheduled' | 'sent' | 'withdrawn' | 'stopped'
  createdAt: EpochMs
  sendAt: EpochMs
  sentAt: Generated<EpochMs | null>
  /** Readers of an earlier round are to be notified. */
  round: Generated<number>
  isUnderWay: Generated<boolean>
  remindedAt: Generated<EpochMs | null>
  nextReminderAt: Generated<EpochMs | null>
  stoppedBecause: Generated<'nobody' | 'no_right' | null>
  withdrawnAt: Generated<EpochMs | null>
  withdrawnBy: Generated<string | null>
}

interface BulletinStoreTable {
  bulletinId: BulletinId
  storeId: StoreId
  departmentId: DepartmentId
  code: string
  name: string
}

interface BulletinReaderTable {
  bulletinId: BulletinId
  accountId: AccountId
  name: string
  departmentId: DepartmentId
  /** The first of their stores. */
  storeId: StoreId
  /** For which they were notified; -1: not yet. */
  round: Generated<number>
  reminders: Generated<number>
  deliveredAt: Generated<EpochMs | null>
  openedAt: Generated<EpochMs | null>
  confirmedAt: Generated<EpochMs | null>
  receivedAt: Generated<EpochMs | null>
}

interface BulletinCategoryTable {
  bulletinCategoryId: Generated<BulletinCategoryId>
  departmentId: DepartmentId
  title: string
  /** Its letters without their case, by which it is found. */
  folded: string
  revision: Generated<number>
  retiredAt: Generated<EpochMs | null>
}

interface BulletinFileTable {
  fileId: string
  accountId: AccountId
  /** `null`: not sent yet. */
  bulletinId: Generated<BulletinId | null>
  number: Generated<number>
  name: string
  type: string
  bytes: number
  sha256: Uint8Array
  createdAt: EpochMs
}

export interface BulletinTables {
  bulletin: BulletinTable
  bulletinCategory: BulletinCategoryTable
  bulletinFile: BulletinFileTable
  bulletinReader: BulletinReaderTable
  bulletinStore: BulletinStoreTable
}
