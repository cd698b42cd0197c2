import type { StoreSettings } from '@coldkeep/contract/areas/store-settings'
import type { AccountId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { ColumnType, Generated } from 'kysely'

interface StoreDraftTable {
  storeDraftId: Generated<number>
  /** `null`: the store is new, and the draft is of the account. */
  storeId: StoreId | null
  accountId: AccountId | null
  /** The settings when it was begun, as far as the account that saved it last may see them. */
  base: ColumnType<StoreSettings, string, string>
  content: ColumnType<StoreSettings, string, string>
  revision: Generated<number>
  savedAt: EpochMs
  savedBy: string
  /** The store that was made or changed by it. */
  finishedStoreId: Generated<StoreId | null>
}

export interface DraftTables {
  storeDraft: StoreDraftTable
}
