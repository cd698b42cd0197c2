import type { AccountId, DepartmentId, FridgeEntryId } from '@coldkeep/domain/ids'
import type { EntryState, FridgeList } from '@coldkeep/domain/organisation/fridge-list'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { ColumnType, Generated } from 'kysely'

interface FridgeEntryTable {
  fridgeEntryId: Generated<FridgeEntryId>
  list: FridgeList
  /** To whom it belongs; `null`: it comes with the product. */
  departmentId: DepartmentId | null
  title: string
  /** By which it is unique in the list of its department. */
  folded: string
  contact: Generated<string>
  phone: Generated<string>
  address: Generated<string>
  state: Generated<EntryState>
  proposedBy: Generated<AccountId | null>
  proposer: Generated<string>
  proposedAt: ColumnType<EpochMs | null, EpochMs | null | undefined, EpochMs | null>
  reviewer: Generated<string>
  reviewedAt: ColumnType<EpochMs | null, EpochMs | null | undefined, EpochMs | null>
  reason: Generated<string>
  revision: Generated<number>
  /** Since when no device is set to it any more. */
  removedAt: ColumnType<EpochMs | null, EpochMs | null | undefined, EpochMs | null>
}

export interface FridgeTables {
  fridgeEntry: FridgeEntryTable
}
