import type { DepartmentId, DeviceId, FridgeEntryId, StoreId } from '@coldkeep/domain/ids'
import { type FridgeList, foldedTitle } from '@coldkeep/domain/organisation/fridge-list'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Trx } from '../../db/connect'
import { updateDeviceRow } from '../../devices/device-row-queries'
import { insertEntry } from '../../fridge-lists/entry-queries'

interface PlantedEntry {
  readonly list: FridgeList
  readonly departmentId: DepartmentId
  readonly title: string
  readonly contact?: string
  readonly phone?: string
  readonly address?: string
  /** Of a brand that waits for review. */
  readonly proposed?: { readonly by: string; readonly at: EpochMs }
}

/** An entry of a list, in it or proposed for it. */
export function insertFridgeEntry(trx: Trx, { proposed, ...entry }: PlantedEntry): Promise<FridgeEntryId> {
  return insertEntry(trx, {
    ...{ ...entry, folded: foldedTitle(entry.title) },
    ...(proposed && { state: 'proposed', proposer: proposed.by, proposedAt: proposed.at }),
  })
}

/** What the case of a device is. */
export function describeFridge(
  trx: Trx,
  device: { readonly storeId: StoreId; readonly deviceId: DeviceId },
  fridge: Readonly<Record<FridgeList, FridgeEntryId | null>>,
): Promise<void> {
  const { brand, type, location } = fridge
  return updateDeviceRow(trx, device, {
    fridgeBrandId: brand,
    fridgeTypeId: type,
    fridgeLocationId: location,
  })
}
