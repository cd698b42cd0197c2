import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import type { SettingPlace } from '@coldkeep/domain/organisation/setting-scope'
import type { Scope } from '../access/scope'
import type { Db } from '../db/connect'

/** The stores with the departments above them. */
export async function selectStorePlaces(
  db: Db,
  storeIds: readonly StoreId[],
): Promise<(SettingPlace & { readonly storeId: StoreId })[]> {
  if (storeIds.length === 0) return []
  const rows = await db
    .selectFrom('store')
    .innerJoin('department', 'department.departmentId', 'store.departmentId')
    .select(['store.storeId', 'department.path as departmentIds'])
    .where('store.storeId', 'in', [...storeIds])
    .execute()
  return rows
}

/** Names of the departments that the caller may see. */
export async function selectDepartmentNames(
  db: Db,
  visible: Scope,
): Promise<ReadonlyMap<DepartmentId, string>> {
  const rows = await db
    .selectFrom('department')
    .select(['departmentId', 'name'])
    .where('departmentId', 'in', [...visible.departments])
    .execute()
  return new Map(rows.map(({ departmentId, name }) => [departmentId, name]))
}

/** The name of a department, and its path from the company down. */
export function selectDepartmentPlace(db: Db, departmentId: DepartmentId) {
  return db
    .selectFrom('department')
    .select(['path', 'name'])
    .where('departmentId', '=', departmentId)
    .executeTakeFirst()
}

/** The department above another; `null`: that one is the company. */
export async function selectParentId(db: Db, departmentId: DepartmentId): Promise<DepartmentId | null> {
  const { parentId } = await db
    .selectFrom('department')
    .select('parentId')
    .where('departmentId', '=', departmentId)
    .executeTakeFirstOrThrow()
  return parentId
}
