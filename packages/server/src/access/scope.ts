import { Problem } from '@coldkeep/contract/problem'
import type { GuardedKind } from '@coldkeep/domain/access/equipment'
import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import type { Db } from '../db/connect'
import { selectDepartmentsBelow, selectStoreWithin } from './scope-queries'
import type { SignedIn, Writer } from './signed-in'

/** What a call speaks about: stores of one department and all below it, never above the caller's own. */
export interface Scope {
  readonly departments: readonly DepartmentId[]
  /** Equipment that is withheld from the caller. */
  readonly hidden: ReadonlySet<GuardedKind>
}

/** All that the caller may see, as it was when the call began. */
export function scopeOf({ departmentIds, equipment }: Pick<Writer, 'departmentIds' | 'equipment'>): Scope {
  return { departments: departmentIds, hidden: equipment.hidden }
}

/** The same as it is now, for a call that has changed departments itself. */
export function selectCurrentScope(db: Db, user: SignedIn): Promise<Scope> {
  return selectScopeBelow(db, user, user.departmentId)
}

/**
 * The departments from the chosen one down, or all of the caller's where none is chosen.
 * @throws Problem `department.unknown`, the same for one that does not exist and for one that is out of reach
 */
export async function selectScope(db: Db, user: SignedIn, chosen: DepartmentId | null): Promise<Scope> {
  return chosen === null ? scopeOf(user) : selectScopeBelow(db, user, chosen)
}

async function selectScopeBelow(db: Db, user: SignedIn, top: DepartmentId): Promise<Scope> {
  const departments = await selectDepartmentsBelow(db, top, user.departmentId)
  // A department above the caller's own is none of theirs, although it contains theirs.
  if (!departments.includes(top)) throw new Problem('department.unknown')
  return { departments, hidden: user.equipment.hidden }
}

/** The same without the stores directly in one department. */
export function scopeWithout(scope: Scope, departmentId: DepartmentId): Scope {
  return { ...scope, departments: scope.departments.filter((id) => id !== departmentId) }
}

/** @throws Problem `store.unknown`, the same for one that does not exist and for one outside the scope */
export async function selectStoreInScope(db: Db, scope: Scope, storeId: StoreId) {
  const store = await selectStoreWithin(db, scope, storeId)
  if (store === undefined) throw new Problem('store.unknown')
  return store
}
