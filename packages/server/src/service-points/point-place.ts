import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import { scopeOf, selectScope, selectStoreInScope } from '../access/scope'
import type { SignedIn } from '../access/signed-in'
import type { Db } from '../db/connect'
import type { DetailFilter } from './detail-queries'
import { selectChain, selectDepartmentName } from './ledger-queries'

/** What of a chain a caller reads. */
export interface PointPlace {
  /** All of it. */
  readonly isChain: boolean
  /** Of the chain, the department or the store. */
  readonly name: string
  readonly filter: DetailFilter
}

/**
 * A store, a department with all below it, or all that the caller may see. What was done in departments that are gone is seen
 * by the top alone.
 * @throws Problem `department.unknown`, `store.unknown`
 */
export async function selectPointPlace(
  db: Db,
  user: SignedIn,
  { departmentId, storeId }: { readonly departmentId: DepartmentId | null; readonly storeId: StoreId | null },
): Promise<PointPlace> {
  const { chainId } = await selectChain(db, user.departmentId)
  const top = departmentId ?? user.departmentId
  const scope = await selectScope(db, user, departmentId)
  const isWhole = top === chainId
  const departments = isWhole ? null : scope.departments
  if (storeId !== null) {
    const { code, name } = await selectStoreInScope(db, scopeOf(user), storeId)
    return { isChain: false, name: `${code} ${name}`, filter: { chainId, departments, storeId } }
  }
  const name = await selectDepartmentName(db, top)
  return { isChain: isWhole, name, filter: { chainId, departments, storeId } }
}
