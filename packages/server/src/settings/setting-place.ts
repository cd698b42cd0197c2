import { Problem } from '@coldkeep/contract/problem'
import type { SettingSource } from '@coldkeep/contract/wire/setting'
import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import type { SettingPlace, SettingScope } from '@coldkeep/domain/organisation/setting-scope'
import { type Scope, scopeOf, selectScope, selectStoreInScope } from '../access/scope'
import type { SignedIn } from '../access/signed-in'
import type { Db } from '../db/connect'
import { selectDepartmentPlace } from './setting-place-queries'

/** A department or store whose setting is read or written, as far as the caller may see. */
export interface ChosenPlace extends SettingPlace {
  readonly scope: Exclude<SettingScope, { kind: 'default' }>
  /** Of the store, or of the department. */
  readonly name: string
  /** What the caller may see; departments above it have no name for them. */
  readonly visible: Scope
}

export interface PlaceChoice {
  readonly departmentId: DepartmentId | null
  readonly storeId: StoreId | null
}

/**
 * The store that was chosen, else the department.
 * @throws Problem `place.missing` where neither is, `department.unknown`, `store.unknown`
 */
export async function selectChosenPlace(
  db: Db,
  user: SignedIn,
  { departmentId, storeId }: PlaceChoice,
): Promise<ChosenPlace> {
  const visible = scopeOf(user)
  if (storeId !== null) {
    const within = departmentId === null ? visible : await selectScope(db, user, departmentId)
    const store = await selectStoreInScope(db, within, storeId)
    const { path } = await placeOfDepartment(db, store.departmentId)
    const scope = { kind: 'store', storeId } as const
    return { scope, storeId, departmentIds: path, name: `${store.code} ${store.name}`, visible }
  }
  if (departmentId === null) throw new Problem('place.missing')
  if (!visible.departments.includes(departmentId)) throw new Problem('department.unknown')
  const { path, name } = await placeOfDepartment(db, departmentId)
  return { scope: { kind: 'department', departmentId }, storeId: null, departmentIds: path, name, visible }
}

/** Where a value comes from, as far as the caller may see. */
export function sourceOf(
  scope: SettingScope | null,
  departments: ReadonlyMap<DepartmentId, string>,
  storeName: string | null,
): SettingSource {
  if (scope === null || scope.kind === 'default') return { scope: 'default', name: null }
  if (scope.kind === 'store') return { scope: 'store', name: storeName }
  const name = departments.get(scope.departmentId)
  return name === undefined ? { scope: 'above', name: null } : { scope: 'department', name }
}

async function placeOfDepartment(db: Db, departmentId: DepartmentId) {
  const department = await selectDepartmentPlace(db, departmentId)
  if (department === undefined) throw new Problem('department.unknown')
  return department
}
