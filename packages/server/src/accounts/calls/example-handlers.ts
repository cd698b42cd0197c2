import type { Handlers } from '../../calls/bind-call'
import type { Db } from '../../db/connect'
import { selectFirstCategoryId } from '../category-queries'

export const exampleHandlers = {
  pageExample: async ({ db, user }) => ({
    data: [{ data: [user.login, await firstOf(db, 'pagePermissionType'), [true, true]] }],
  }),
  deviceExample: async ({ db, user }) => ({
    data: [{ data: [user.login, await firstOf(db, 'devicePermissionType'), [true, false]] }],
  }),
} satisfies Pick<Handlers, 'pageExample' | 'deviceExample'>

async function firstOf(db: Db, table: 'pagePermissionType' | 'devicePermissionType'): Promise<string> {
  return String((await selectFirstCategoryId(db, table)) ?? 1)
}
