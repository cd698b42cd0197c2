import type { FridgeEntryId } from '@coldkeep/domain/ids'
import type { FridgeList } from '@coldkeep/domain/organisation/fridge-list'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Trx } from '../db/connect'

/** What names entries of the lists besides devices, in a room above. */
export interface EntryUsers {
  /** How many things name an entry. */
  count(trx: Trx, list: FridgeList, id: FridgeEntryId): Promise<number>
  /** What names the one names the other from now on. */
  move(
    trx: Trx,
    list: FridgeList,
    merged: { readonly from: FridgeEntryId; readonly into: FridgeEntryId },
    now: EpochMs,
  ): Promise<void>
}
