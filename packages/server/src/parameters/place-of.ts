import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import { type Scope, selectScope, selectStoreInScope } from '../access/scope'
import type { SignedIn } from '../access/signed-in'
import type { Db } from '../db/connect'

/** @throws Problem where the caller does not see the department or the store */
export async function placeOf(
  db: Db,
  user: SignedIn,
  departmentId: DepartmentId | null,
  storeId: StoreId | null,
): Promise<Scope> {
  const scope = await selectScope(db, user, departmentId)
  if (storeId !== null) await selectStoreInScope(db, scope, storeId)
  return scope
}
