import type { Handlers } from '../../calls/bind-call'
import type { Db } from '../../db/connect'

export const exampleHandlers = {
  pageExample: async ({ db, user }) => ({
    data: [{ data: [user.login, await firstOf(db, 'pagePermissionType')] }],
  }),
  deviceExample: async ({ db, user }) => ({
    data: [{ data: [user.login, await firstOf(db, 'devicePermissionType'), [true, false]] }],
  }),
} satisfies Pick<Handlers, 'pageExample' | 'deviceExample'>

/** The id of the category that comes first by its title. */
async function firstOf(db: Db, table: 'pagePermissionType' | 'devicePermissionType'): Promise<string> {
  const row =
    table === 'pagePermissionType'
      ? await db
          .selectFrom(table)
          .select('pagePermissionTypeId as id')
          .orderBy('title')
          .limit(1)
          .executeTakeFirst()
      : await db
          .selectFrom(table)
          .select('devicePermissionTypeId as id')
          .orderBy('title')
          .limit(1)
          .executeTakeFirst()
  return String(row?.id ?? 1)
}
