import type { AccountId, DepartmentId, StoreId } from '@coldkeep/domain/ids'
import { rightColumns } from '../access/account-right-queries'
import { isBelow } from '../access/scope-queries'
import type { Db } from '../db/connect'

/** An account of a department or below with all that decides what it may do. */
export function selectExplained(db: Db, top: DepartmentId, login: string) {
  return db
    .selectFrom('account')
    .innerJoin('department', 'department.departmentId', 'account.departmentId')
    .select([
      'account.accountId',
      'account.name',
      'account.isEnabled',
      'account.mustChangePassword',
      'account.departmentId',
      'department.name as departmentName',
    ])
    .select(rightColumns)
    .where('account.login', '=', login)
    .where(isBelow(top))
    .executeTakeFirst()
}

/** The categories of pages that an account has, by title. */
export function selectPageCategoriesOf(db: Db, accountId: AccountId) {
  return db
    .selectFrom('pagePermission')
    .innerJoin('pagePermissionType as t', 't.pagePermissionTypeId', 'pagePermission.pagePermissionTypeId')
    .select(['t.title', 't.pageKeys'])
    .where('pagePermission.accountId', '=', accountId)
    .orderBy('t.title')
    .execute()
}

/** True where a store is in a department or below. */
export async function isStoreBelow(db: Db, storeId: StoreId, top: DepartmentId): Promise<boolean> {
  const row = await db
    .selectFrom('store')
    .innerJoin('department', 'department.departmentId', 'store.departmentId')
    .select('store.storeId')
    .where('store.storeId', '=', storeId)
    .where(isBelow(top))
    .executeTakeFirst()
  return row !== undefined
}
