import type { DepartmentId } from '@coldkeep/domain/ids'
import type { Department } from '@coldkeep/domain/organisation/department'
import { sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isBelow, isInScope } from '../access/scope-queries'
import type { Db } from '../db/connect'
import { containing } from '../db/containing'

const MOST_FOUND = 20

/** The top of the organisation, or `null` where there is none yet. */
export async function selectRootDepartmentId(db: Db): Promise<DepartmentId | null> {
  const row = await db
    .selectFrom('department')
    .select('departmentId')
    .where('parentId', 'is', null)
    .orderBy('departmentId')
    .limit(1)
    .executeTakeFirst()
  return row?.departmentId ?? null
}

/** A department and all below it, brothers in their order. `top` must exist. */
export async function selectDepartmentTree(db: Db, top: DepartmentId): Promise<Department> {
  const rows = await db
    .selectFrom('department')
    .select(['departmentId', 'parentId', 'name'])
    .where(isBelow(top))
    .orderBy(sql`cardinality(path)`)
    .orderBy('position')
    .orderBy('name')
    .orderBy('departmentId')
    .execute()
  const placed = new Map<DepartmentId, { id: DepartmentId; name: string; children: Department[] }>()
  for (const { departmentId, parentId, name } of rows) {
    const department = { id: departmentId, name, children: [] }
    placed.set(departmentId, department)
    if (parentId !== null) placed.get(parentId)?.children.push(department)
  }
  const tree = placed.get(top)
  if (tree === undefined) throw new Error(`department ${top} does not exist`)
  return tree
}

export async function insertDepartment(
  db: Db,
  parentId: DepartmentId | null,
  name: string,
  position = 0,
): Promise<DepartmentId> {
  // The path ends with the department's own id, so the id is drawn first.
  const { rows } = await sql<{ id: DepartmentId }>`
    select nextval(pg_get_serial_sequence('department', 'department_id'))::bigint as id`.execute(db)
  const departmentId = rows[0]?.id
  if (departmentId === undefined) throw new Error('the database gave no id for a department')
  const above =
    parentId === null
      ? []
      : (
          await db
            .selectFrom('department')
            .select('path')
            .where('departmentId', '=', parentId)
            .executeTakeFirstOrThrow()
        ).path
  await db
    .insertInto('department')
    .values({ departmentId, parentId, name, position, path: [...above, departmentId] })
    .execute()
  return departmentId
}

export function selectStores(db: Db, scope: Scope) {
  return db
    .selectFrom('store')
    .select(['storeId as id', 'name', 'code'])
    .where(isInScope(scope))
    .orderBy('name')
    .orderBy('code')
    .execute()
}

/** The vendors that serve stores of the scope. */
export function selectVendors(db: Db, scope: Scope) {
  return db
    .selectFrom('store')
    .innerJoin('vendor', 'vendor.vendorId', 'store.vendorId')
    .select(['vendor.vendorId as id', 'vendor.name'])
    .distinct()
    .where(isInScope(scope))
    .orderBy('vendor.name')
    .execute()
}

/** Stores whose number or name holds the text; those whose number begins with it come first. */
export function searchStores(db: Db, scope: Scope, text: string) {
  return db
    .selectFrom('store')
    .select(['storeId as id', 'name', 'code', 'departmentId'])
    .where(isInScope(scope))
    .where((is) => is.or([is('code', 'ilike', containing(text)), is('name', 'ilike', containing(text))]))
    .orderBy(sql`starts_with(lower(code), ${text.toLowerCase()}) desc`)
    .orderBy('name')
    .orderBy('code')
    .limit(MOST_FOUND)
    .execute()
}
