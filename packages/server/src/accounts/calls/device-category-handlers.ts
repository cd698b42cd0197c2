import { wireDeviceCategory } from '@coldkeep/contract/areas/categories'
import { Problem } from '@coldkeep/contract/problem'
import { type EquipmentOffer, equipmentKinds, guardedKinds } from '@coldkeep/domain/access/equipment'
import type { DevicePermissionTypeId } from '@coldkeep/domain/ids'
import { isOutdated, rowChanged } from '../../access/row-changed'
import { scopeOf } from '../../access/scope'
import type { Handlers } from '../../calls/bind-call'
import type { Trx } from '../../db/connect'
import { auditRight } from '../audit-right'
import {
  deleteDeviceCategory,
  insertDeviceCategory,
  isDeviceTitleTaken,
  selectDeviceCategories,
  selectDeviceHolders,
  updateDeviceCategory,
} from '../category-queries'
import { changeRights, type RightsGuard } from '../change-rights'
import { beyondOwn } from './page-category-handlers'

type DeviceCategoryCall =
  | 'listDeviceCategories'
  | 'addDeviceCategories'
  | 'changeDeviceCategories'
  | 'removeDeviceCategory'

/** What a call without a body makes, as far as it is missing and the caller holds it. */
const usual = [
  { title: 'All equipment', sees: [...guardedKinds], writes: [...equipmentKinds] },
  { title: 'All equipment, read only', sees: [...guardedKinds], writes: [] },
]

export const deviceCategoryHandlers = {
  // of accounts elsewhere nothing is disclosed, not even how many there are
  listDeviceCategories: async ({ db, user }) => {
    const { departments } = scopeOf(user)
    return { authType: await selectDeviceCategories(db, departments) }
  },

  addDeviceCategories: async ({ db, user, body, clock }) => {
    await changeRights({ db, user }, async (trx, guard) => {
      for (const [index, { title, sees, writes }] of (body.length > 0 ? body : usual).entries()) {
        checkHeld(guard, { sees, writes })
        const isNew = await insertDeviceCategory(trx, { title, sees, writes })
        if (!isNew && body.length > 0) throw taken(index)
        if (!isNew) continue
        await auditRight(trx, { user, now: clock.now() }, 'category.device_add', title, { sees, writes })
      }
    })
    return {}
  },

  changeDeviceCategories: async ({ db, user, body, clock }) => {
    await changeRights({ db, user }, async (trx, guard) => {
      for (const [index, { id, revision, title, sees, writes }] of body.entries()) {
        const row = await categoryOf(trx, guard, id)
        if (revision !== undefined && revision !== row.revision) throw rowChanged(wireDeviceCategory, row)
        checkHeld(guard, { sees, writes })
        if (await isDeviceTitleTaken(trx, title, id)) throw taken(index)
        await updateDeviceCategory(trx, { id, revision: row.revision }, { title, sees, writes })
        const detail = { sees, writes, before: { title: row.title, sees: row.sees, writes: row.writes } }
        await auditRight(trx, { user, now: clock.now() }, 'category.device_change', title, detail)
      }
    })
    return {}
  },

  removeDeviceCategory: async ({ db, user, query, clock }) => {
    await changeRights({ db, user }, async (trx, guard) => {
      const row = await categoryOf(trx, guard, query.id)
      if (isOutdated(query, row)) throw rowChanged(wireDeviceCategory, row)
      if (row.accounts > 0) throw new Problem('category.in_use', { count: row.accounts })
      await deleteDeviceCategory(trx, query.id)
      await auditRight(trx, { user, now: clock.now() }, 'category.device_remove', row.title)
    })
    return {}
  },
} satisfies Pick<Handlers, DeviceCategoryCall>

/**
 * A category that is about to change for every account that has it; none of them may be out of the caller's
 * reach.
 */
async function categoryOf(trx: Trx, guard: RightsGuard, id: DevicePermissionTypeId) {
  const row = (await selectDeviceCategories(trx, null)).find((one) => one.id === id)
  if (row === undefined) throw new Problem('category.unknown')
  checkHeld(guard, row)
  await guard.touch(await selectDeviceHolders(trx, id)).catch(beyondOwn)
  return row
}

function checkHeld({ holder: { equipment } }: RightsGuard, { sees, writes }: EquipmentOffer): void {
  const isHeld =
    sees.every((kind) => !equipment.hidden.has(kind)) && writes.every((kind) => equipment.writes.has(kind))
  if (!isHeld) throw new Problem('right.beyond_own')
}

function taken(index: number): Problem {
  return new Problem('category.exists', {}, { [`data.${index}.title`]: 'choice' })
}
