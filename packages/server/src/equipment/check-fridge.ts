import { Problem } from '@coldkeep/contract/problem'
import type { StoreId } from '@coldkeep/domain/ids'
import { fridgeLists } from '@coldkeep/domain/organisation/fridge-list'
import type { Trx } from '../db/connect'
import { holdEntry } from '../fridge-lists/entry-queries'
import type { Draft } from './device-fields'
import { selectDepartmentOf } from './equipment-queries'

type Fridge = Pick<Draft, 'fridgeBrandId' | 'fridgeTypeId' | 'fridgeLocationId'>

const fieldOf = { brand: 'fridgeBrandId', type: 'fridgeTypeId', location: 'fridgeLocationId' } as const

export const noFridge: Fridge = { fridgeBrandId: null, fridgeTypeId: null, fridgeLocationId: null }

/**
 * What a device is newly described by has to be in the lists of its store; what it was described by before stays.
 * @throws Problem `fridge.not_in_list` that names the field
 */
export async function checkFridge(trx: Trx, storeId: StoreId, draft: Fridge, before: Fridge): Promise<void> {
  const changed = fridgeLists.filter((list) => draft[fieldOf[list]] !== before[fieldOf[list]])
  if (changed.length === 0) return
  const departmentId = await selectDepartmentOf(trx, storeId)
  for (const list of changed) {
    const fridgeEntryId = draft[fieldOf[list]]
    if (fridgeEntryId === null) continue
    if (await holdEntry(trx, { list, fridgeEntryId, departmentId })) continue
    throw new Problem('fridge.not_in_list', {}, { [fieldOf[list]]: 'choice' })
  }
}
