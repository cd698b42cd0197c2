import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import type { Trx } from '../db/connect'

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
