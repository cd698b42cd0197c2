import type { Handlers } from '../../calls/bind-call'
import { addCategory, removeCategory, renameCategory } from '../categories'
import { selectCategories } from '../category-queries'

type CategoryCall =
  | 'listBulletinCategories'
  | 'addBulletinCategory'
  | 'changeBulletinCategory'
  | 'removeBulletinCategory'

export const bulletinCategoryHandlers: Pick<Handlers, CategoryCall> = {
  listBulletinCategories: async ({ db, user }) => ({
    categories: await selectCategories(db, user.departmentId),
  }),

  addBulletinCategory: ({ db, user, clock, body }) => addCategory(db, { user, now: clock.now() }, body.title),

  changeBulletinCategory: ({ db, user, clock, body }) => renameCategory(db, { user, now: clock.now() }, body),

  removeBulletinCategory: async ({ db, user, clock, query }) => {
    await removeCategory(db, { user, now: clock.now() }, query)
    return {}
  },
}
