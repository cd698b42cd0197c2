import { wirePageCategory } from '@coldkeep/contract/areas/categories'
import { Problem } from '@coldkeep/contract/problem'
import type { PageKey } from '@coldkeep/domain/access/page-key'
import type { PagePermissionTypeId } from '@coldkeep/domain/ids'
import { isOutdated, rowChanged } from '../../access/row-changed'
import { scopeOf } from '../../access/scope'
import type { Handlers } from '../../calls/bind-call'
import type { Trx } from '../../db/connect'
import { auditRight } from '../audit-right'
import {
  deletePageCategory,
  insertPageCategory,
  isPageTitleTaken,
  selectPageCategories,
  selectPageHolders,
  updatePageCategory,
} from '../category-queries'
import { changeRights, type RightsGuard } from '../change-rights'

type PageCategoryCall =
  | 'listPageCategories'
  | 'addPageCategories'
  | 'changePageCategories'
  | 'removePageCategory'

export const pageCategoryHandlers = {
  // of accounts elsewhere nothing is disclosed, not even how many there are
  listPageCategories: async ({ db, user }) => {
    const { departments } = scopeOf(user)
    return { authType: await selectPageCategories(db, departments) }
  },

  addPageCategories: async ({ db, user, body, clock }) => {
    await changeRights({ db, user }, async (trx, guard) => {
      for (const [index, { title, pageKeys: keys }] of body.entries()) {
        checkHeld(guard, keys)
        if (!(await insertPageCategory(trx, { title, pageKeys: keys }))) throw taken(index)
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
        if (await isPageTitleTaken(trx, title, id)) throw taken(index)
        await updatePageCategory(trx, { id, revision: row.revision }, { title, pageKeys: keys })
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
      await deletePageCategory(trx, query.id)
      await auditRight(trx, { user, now: clock.now() }, 'category.page_remove', row.title)
    })
    return {}
  },
} satisfies Pick<Handlers, PageCategoryCall>

/**
 * A category that is about to change for every account that has it; none of them may be out of the caller's
 * reach.
 */
async function categoryOf(trx: Trx, guard: RightsGuard, id: PagePermissionTypeId) {
  const row = (await selectPageCategories(trx, null)).find((one) => one.id === id)
  if (row === undefined) throw new Problem('category.unknown')
  checkHeld(guard, row.pageKeys)
  await guard.touch(await selectPageHolders(trx, id)).catch(beyondOwn)
  return row
}

/** That an account elsewhere has the category is disclosed, not which one. */
export function beyondOwn(error: unknown): never {
  if (error instanceof Problem && error.code === 'account.unknown') throw new Problem('right.beyond_own')
  throw error
}

function checkHeld({ holder }: RightsGuard, keys: readonly PageKey[]): void {
  if (!keys.every((key) => holder.pageKeys.has(key))) throw new Problem('right.beyond_own')
}

function taken(index: number): Problem {
  return new Problem('category.exists', {}, { [`data.${index}.title`]: 'choice' })
}
