import { type DeviceDraft, wireDevicePermission } from '@coldkeep/contract/areas/rights'
import { isOutdated, rowChanged } from '../../access/row-changed'
import type { Handlers } from '../../calls/bind-call'
import type { Trx } from '../../db/connect'
import { auditRight, auditRow } from '../audit-right'
import { selectDeviceTitles } from '../category-queries'
import { changeRights, type RightsGuard } from '../change-rights'
import { findGrants, givenOf, grantExists, grantedRows, pageOf, permissionTable } from '../permission-parts'
import {
  countPermissions,
  deleteDevicePermission,
  hasOtherDevicePermission,
  insertMissingDevicePermission,
  selectDevicePermissions,
  updateDevicePermission,
} from '../permission-queries'

type DevicePermissionCall =
  | 'listDevicePermissions'
  | 'addDevicePermissions'
  | 'changeDevicePermissions'
  | 'removeDevicePermission'

export const devicePermissionHandlers = {
  listDevicePermissions: async ({ db, user, query, translate }) => {
    const page = pageOf(query)
    const [data, total] = await Promise.all([
      selectDevicePermissions(db, user.departmentId, page),
      countPermissions(db, user.departmentId, 'device_permission', page),
    ])
    const heads = [
      translate('rights.account'),
      translate('rights.category'),
      translate('rights.kinds.walk_in'),
      translate('rights.kinds.c4'),
    ]
    return permissionTable(translate('rights.equipment.title'), heads, query, { data, total })
  },

  addDevicePermissions: async ({ db, user, body, clock }) => {
    await changeRights({ db, user }, async (trx, guard) => {
      const grants = await grantsOf(trx, guard, body)
      for (const [index, { accountId, draft, title }] of grants.entries()) {
        const grant = { accountId, devicePermissionTypeId: draft.type, given: givenOf(draft) }
        if (!(await insertMissingDevicePermission(trx, grant))) throw grantExists(index)
        await auditRight(trx, { user, now: clock.now() }, 'right.device_add', draft.account, {
          category: title,
          given: givenOf(draft),
        })
      }
    })
    return {}
  },

  changeDevicePermissions: async ({ db, user, body, clock }) => {
    await changeRights({ db, user }, async (trx, guard) => {
      const rows = await rowsOf(trx, guard, body)
      const grants = await grantsOf(trx, guard, body)
      for (const [index, row] of rows.entries()) {
        const change = grants[index]
        if (change === undefined) continue
        const { accountId, draft, title } = change
        const { id } = draft
        if (isOutdated(draft, row)) throw rowChanged(wireDevicePermission, row)
        const grant = { accountId, devicePermissionTypeId: draft.type, given: givenOf(draft) }
        if (await hasOtherDevicePermission(trx, grant, id)) throw grantExists(index)
        await updateDevicePermission(trx, { id, revision: row.revision }, grant)
        const before = { account: row.account, category: row.typeTitle, given: row.given }
        const detail = { category: title, given: givenOf(draft), before }
        await auditRight(trx, { user, now: clock.now() }, 'right.device_change', draft.account, detail)
      }
    })
    return {}
  },

  removeDevicePermission: async ({ db, user, query, clock }) => {
    await changeRights({ db, user }, async (trx, guard) => {
      const rows = await rowsOf(trx, guard, [query])
      for (const row of rows) if (isOutdated(query, row)) throw rowChanged(wireDevicePermission, row)
      await deleteDevicePermission(trx, query.id)
      for (const row of rows) await auditRow(trx, { user, now: clock.now() }, 'right.device_remove', row)
    })
    return {}
  },
} satisfies Pick<Handlers, DevicePermissionCall>

async function rowsOf(trx: Trx, guard: RightsGuard, named: readonly { readonly id: number }[]) {
  const ids = named.map(({ id }) => id)
  return grantedRows(guard, ids, await selectDevicePermissions(trx, guard.holder.departmentId, ids))
}

async function grantsOf<Draft extends DeviceDraft>(trx: Trx, guard: RightsGuard, drafts: readonly Draft[]) {
  return findGrants(trx, guard, await selectDeviceTitles(trx), drafts)
}
