import { type PageDraft, wirePagePermission } from '@coldkeep/contract/areas/rights'
import { isOutdated, rowChanged } from '../../access/row-changed'
import type { Handlers } from '../../calls/bind-call'
import type { Trx } from '../../db/connect'
import { auditRight, auditRow } from '../audit-right'
import { selectPageTitles } from '../category-queries'
import { changeRights, type RightsGuard } from '../change-rights'
import { findGrants, givenOf, grantExists, grantedRows, pageOf, permissionTable } from '../permission-parts'
import {
  countPermissions,
  deletePagePermission,
  hasOtherPagePermission,
  insertMissingPagePermission,
  selectPagePermissions,
  updatePagePermission,
} from '../permission-queries'

type PagePermissionCall =
  | 'listPagePermissions'
  | 'addPagePermissions'
  | 'changePagePermissions'
  | 'removePagePermission'

export const pagePermissionHandlers = {
  listPagePermissions: async ({ db, user, query, translate }) => {
    const page = pageOf(query)
    const [data, total] = await Promise.all([
      selectPagePermissions(db, user.departmentId, page),
      countPermissions(db, user.departmentId, 'page_permission', page),
    ])
    const heads = [
      translate('rights.account'),
      translate('rights.category'),
      translate('rights.kinds.walk_in'),
      translate('rights.kinds.c4'),
    ]
    return permissionTable(translate('rights.pages.title'), heads, query, { data, total })
  },

  addPagePermissions: async ({ db, user, body, clock }) => {
    await changeRights({ db, user }, async (trx, guard) => {
      const grants = await grantsOf(trx, guard, body)
      for (const [index, { accountId, draft, title }] of grants.entries()) {
        const given = givenOf({ walkIn: draft.walkIn ?? true, c4: draft.c4 ?? true })
        const grant = { accountId, pagePermissionTypeId: draft.type, given }
        if (!(await insertMissingPagePermission(trx, grant))) throw grantExists(index)
        const detail = { category: title, given }
        await auditRight(trx, { user, now: clock.now() }, 'right.page_add', draft.account, detail)
      }
    })
    return {}
  },

  changePagePermissions: async ({ db, user, body, clock }) => {
    await changeRights({ db, user }, async (trx, guard) => {
      const rows = await rowsOf(trx, guard, body)
      const grants = await grantsOf(trx, guard, body)
      for (const [index, row] of rows.entries()) {
        const change = grants[index]
        if (change === undefined) continue
        const { accountId, draft, title } = change
        const { id } = draft
        if (isOutdated(draft, row)) throw rowChanged(wirePagePermission, row)
        const given = givenOf({ walkIn: draft.walkIn ?? row.walkIn, c4: draft.c4 ?? row.c4 })
        const grant = { accountId, pagePermissionTypeId: draft.type, given }
        if (await hasOtherPagePermission(trx, grant, id)) throw grantExists(index)
        await updatePagePermission(trx, { id, revision: row.revision }, grant)
        const before = { account: row.account, category: row.typeTitle, given: row.given }
        const detail = { category: title, given, before }
        await auditRight(trx, { user, now: clock.now() }, 'right.page_change', draft.account, detail)
      }
    })
    return {}
  },

  removePagePermission: async ({ db, user, query, clock }) => {
    await changeRights({ db, user }, async (trx, guard) => {
      const rows = await rowsOf(trx, guard, [query])
      for (const row of rows) if (isOutdated(query, row)) throw rowChanged(wirePagePermission, row)
      await deletePagePermission(trx, query.id)
      for (const row of rows) await auditRow(trx, { user, now: clock.now() }, 'right.page_remove', row)
    })
    return {}
  },
} satisfies Pick<Handlers, PagePermissionCall>

async function rowsOf(trx: Trx, guard: RightsGuard, named: readonly { readonly id: number }[]) {
  const ids = named.map(({ id }) => id)
  return grantedRows(guard, ids, await selectPagePermissions(trx, guard.holder.departmentId, ids))
}

async function grantsOf<Draft extends PageDraft>(trx: Trx, guard: RightsGuard, drafts: readonly Draft[]) {
  return findGrants(trx, guard, await selectPageTitles(trx), drafts)
}
