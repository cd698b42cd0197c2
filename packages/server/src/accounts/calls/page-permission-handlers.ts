import { type PageDraft, wirePagePermission } from '@coldkeep/contract/areas/rights'
import { isOutdated, rowChanged } from '../../access/row-changed'
import type { Handlers } from '../../calls/bind-call'
import type { Trx } from '../../db/connect'
import { auditRight, auditRow } from '../audit-right'
import { changeRights, type RightsGuard } from '../change-rights'
import { askedPage, grantExists, grantedRows, permissionTable, wantedGrants } from '../permission-parts'
import { countPermissions, selectPagePermissions } from '../permission-queries'

type PagePermissionCall =
  | 'listPagePermissions'
  | 'addPagePermissions'
  | 'changePagePermissions'
  | 'removePagePermission'

export const pagePermissionHandlers = {
  listPagePermissions: async ({ db, user, query, translate }) => {
    const page = askedPage(query)
    const [data, total] = await Promise.all([
      selectPagePermissions(db, user.departmentId, page),
      countPermissions(db, user.departmentId, 'page_permission', page),
    ])
    const heads = [translate('rights.account'), translate('rights.category')]
    return permissionTable(translate('rights.pages.title'), heads, query, { data, total })
  },

  addPagePermissions: async ({ db, user, body, clock }) => {
    await changeRights({ db, user }, async (trx, guard) => {
      const wanted = await wantedOf(trx, guard, body)
      for (const [index, { accountId, draft, title }] of wanted.entries()) {
        const row = await trx
          .insertInto('pagePermission')
          .values({ accountId, pagePermissionTypeId: draft.type })
          .onConflict((conflict) => conflict.columns(['accountId', 'pagePermissionTypeId']).doNothing())
          .returning('pagePermissionId')
          .executeTakeFirst()
        if (row === undefined) throw grantExists(index)
        await auditRight(trx, { user, now: clock.now() }, 'right.page_add', draft.account, {
          category: title,
        })
      }
    })
    return {}
  },

  changePagePermissions: async ({ db, user, body, clock }) => {
    await changeRights({ db, user }, async (trx, guard) => {
      const rows = await rowsOf(trx, guard, body)
      const wanted = await wantedOf(trx, guard, body)
      for (const [index, row] of rows.entries()) {
        const change = wanted[index]
        if (change === undefined) continue
        const { accountId, draft, title } = change
        const { id } = draft
        if (isOutdated(draft, row)) throw rowChanged(wirePagePermission, row)
        const isTaken = await trx
          .selectFrom('pagePermission')
          .select('pagePermissionId')
          .where('accountId', '=', accountId)
          .where('pagePermissionTypeId', '=', draft.type)
          .where('pagePermissionId', '!=', id)
          .executeTakeFirst()
        if (isTaken) throw grantExists(index)
        await trx
          .updateTable('pagePermission')
          .set({ accountId, pagePermissionTypeId: draft.type, revision: row.revision + 1 })
          .where('pagePermissionId', '=', id)
          .execute()
        const detail = { category: title, before: { account: row.account, category: row.typeTitle } }
        await auditRight(trx, { user, now: clock.now() }, 'right.page_change', draft.account, detail)
      }
    })
    return {}
  },

  removePagePermission: async ({ db, user, query, clock }) => {
    await changeRights({ db, user }, async (trx, guard) => {
      const rows = await rowsOf(trx, guard, [query])
      for (const row of rows) if (isOutdated(query, row)) throw rowChanged(wirePagePermission, row)
      await trx.deleteFrom('pagePermission').where('pagePermissionId', '=', query.id).execute()
      for (const row of rows) await auditRow(trx, { user, now: clock.now() }, 'right.page_remove', row)
    })
    return {}
  },
} satisfies Pick<Handlers, PagePermissionCall>

async function rowsOf(trx: Trx, guard: RightsGuard, named: readonly { readonly id: number }[]) {
  const ids = named.map(({ id }) => id)
  return grantedRows(guard, ids, await selectPagePermissions(trx, guard.holder.departmentId, ids))
}

async function wantedOf<Draft extends PageDraft>(trx: Trx, guard: RightsGuard, drafts: readonly Draft[]) {
  const types = await trx.selectFrom('pagePermissionType').select(['pagePermissionTypeId', 'title']).execute()
  const titles = new Map(types.map((type) => [type.pagePermissionTypeId, type.title]))
  return wantedGrants(trx, guard, titles, drafts)
}
