import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import type { Db, Trx } from '../db/connect'

/** The departments over a store, from whose accounts it is seen. */
export async function selectPath(trx: Trx, storeId: StoreId): Promise<readonly DepartmentId[]> {
  const { path } = await trx
    .selectFrom('store')
    .innerJoin('department', 'department.departmentId', 'store.departmentId')
    .select('department.path')
    .where('store.storeId', '=', storeId)
    .executeTakeFirstOrThrow()
  return path
}

/** Whether nothing is above a department: its accounts are in charge of what all departments share. */
export async function isTopDepartment(db: Db, departmentId: DepartmentId): Promise<boolean> {
  const { path } = await db
    .selectFrom('department')
    .select('path')
    .where('departmentId', '=', departmentId)
    .executeTakeFirstOrThrow()
  return path.length === 1
}
