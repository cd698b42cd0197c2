import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import type { Scope } from '../access/scope'
import { isInScope } from '../access/scope-queries'
import type { Db } from '../db/connect'

export interface StoreOfScope {
  readonly storeId: StoreId
  readonly code: string
  readonly name: string
  readonly departmentName: string
  /** From the company down to its department. */
  readonly departmentIds: readonly DepartmentId[]
}

/** The stores of a scope by number, or one of them. */
export function selectStoresOfScope(db: Db, scope: Scope, storeId: StoreId | null): Promise<StoreOfScope[]> {
  return db
    .selectFrom('store')
    .innerJoin('department', 'department.departmentId', 'store.departmentId')
    .select([
      'store.storeId',
      'store.code',
      'store.name',
      'department.name as departmentName',
      'department.path as departmentIds',
    ])
    .where(isInScope(scope))
    .$if(storeId !== null, (query) => query.where('store.storeId', '=', storeId as StoreId))
    .orderBy('store.code')
    .execute()
}
