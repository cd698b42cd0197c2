import { wirePageCategory } from '@coldkeep/contract/areas/categories'
import { Problem } from '@coldkeep/contract/problem'
import { pageKeys } from '@coldkeep/domain/access/page-key'
import type { AccountId, DepartmentId, PagePermissionTypeId } from '@coldkeep/domain/ids'
import { type SqlBool, sql } from 'kysely'
import { isOutdated, rowChanged } from '../../access/row-changed'
import { scopeOf } from '../../access/scope'
import type { Handlers } from '../../calls/bind-call'
import type { Db, Trx } from '../../db/connect'
import { auditRight } from '../audit-right'
import { changeRights, type RightsGuard } from '../change-rights'

type PageCategoryCall =
  | 'listPageCategories'
  | 'addPageCategories'
  | 'changePageCategories'
  | 'removePageCategory'

export const pageCategoryHandlers = {
  // of accounts elsewhere nothing is told, not even how many there are
  listPageCategories: async ({ db, user }) => {
    const { departments } = scopeOf(user)
    return { auth_type: await selectCategories(db, countedIn(departments)) }
  },

  addPageCategories: async ({ db, user, body, clock }) => {
    await changeRights({ db, user }, async (trx, guard) => {
      for (const [index, { title, pageKeys: keys }] of body.entries()) {
        checkHeld(guard, keys)
        const row = await trx
          .insertInto('pagePermissionType')
          .values({ title, pageKeys: [...new Set(keys)] })
          .onConflict((conflict) => conflict.column('title').doNothing())
          .returning('pagePermissionTypeId')
          .executeTakeFirst()
        if (row === undefined) throw taken(index)
        await auditRight(trx, { user, now: clock.now() }, 'category.page_add', title, { pages: keys })
      }
    })
    return {}
  },

  changePageCategories: async ({ db, user, body, clock }) => {
    await changeRights({ db, user }, async (trx, guard) => {
      for (const [index, { id, revision, title, pageKeys: keys }] of body.entries()) {
        const row = await categoryOf(trx, guard, id)
        if (revision !== undefined && revision !== row.revision) throw rowChanged(wirePageCategory, row)
        checkHeld(guard, keys)
        const [other] = await trx
          .selectFrom('pagePermissionType')
          .select('pagePermissionTypeId')
          .where('title', '=', title)
          .where('pagePermissionTypeId', '!=', id)
          .execute()
        if (other !== undefined) throw taken(index)
        await trx
          .updateTable('pagePermissionType')
          .set({ title, pageKeys: [...new Set(keys)], revision: row.revision + 1 })
          .where('pagePermissionTypeId', '=', id)
          .execute()
        const detail = { pages: keys, before: { title: row.title, pages: row.pageKeys } }
        await auditRight(trx, { user, now: clock.now() }, 'category.page_change', title, detail)
      }
    })
    return {}
  },

  removePageCategory: async ({ db, user, query, clock }) => {
    await changeRights({ db, user }, async (trx, guard) => {
      const row = await categoryOf(trx, guard, query.id)
      if (isOutdated(query, row)) throw rowChanged(wirePageCategory, row)
      if (row.accounts > 0) throw new Problem('category.in_use', { count: row.accounts })
      await trx.deleteFrom('pagePermissionType').where('pagePermissionTypeId', '=', query.id).execute()
      await auditRight(trx, { user, now: clock.now() }, 'category.page_remove', row.title)
    })
    return {}
  },
} satisfies Pick<Handlers, PageCategoryCall>

async function selectCategories(db: Db, isCounted = sql<SqlBool>`true`) {
  const rows = await db
    .selectFrom('pagePermissionType as t')
    .select(['t.pagePermissionTypeId as id', 't.title', 't.pageKeys', 't.revision'])
    .select(
      sql<number>`(select count(*)::int from page_permission p join account a using (account_id)
        where p.page_permission_type_id = t.page_permission_type_id and ${isCounted})`.as('accounts'),
    )
    .orderBy('t.title')
    .execute()
  return rows.map((row) => ({ ...row, pageKeys: pageKeys.filter((key) => row.pageKeys.includes(key)) }))
}

/** Of an account `a`: it is of one of these departments. */
export function countedIn(departments: readonly DepartmentId[]) {
  return sql<SqlBool>`a.department_id = any(${departments}::bigint[])`
}

/** A category that is about to change for everybody who has it, and none of them may be out of reach. */
async function categoryOf(trx: Trx, guard: RightsGuard, id: PagePermissionTypeId) {
  const row = (await selectCategories(trx)).find((one) => one.id === id)
  if (row === undefined) throw new Problem('category.unknown')
  checkHeld(guard, row.pageKeys)
  const accounts: { accountId: AccountId }[] = await trx
    .selectFrom('pagePermission')
    .select('accountId')
    .where('pagePermissionTypeId', '=', id)
    .execute()
  await guard.touch(accounts.map(({ accountId }) => accountId)).catch(beyondOwn)
  return row
}

/** That somebody elsewhere has the category is told, not who. */
export function beyondOwn(error: unknown): never {
  if (error instanceof Problem && error.code === 'account.unknown') throw new Problem('right.beyond_own')
  throw error
}

function checkHeld({ holder }: RightsGuard, keys: readonly (typeof pageKeys)[number][]): void {
  if (!keys.every((key) => holder.pageKeys.has(key))) throw new Problem('right.beyond_own')
}

function taken(index: number): Problem {
  return new Problem('category.exists', {}, { [`data.${index}.title`]: 'choice' })
}
