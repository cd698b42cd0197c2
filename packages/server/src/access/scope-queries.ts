import type { GuardedKind } from '@coldkeep/domain/access/equipment'
import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../db/connect'

/** The departments of a scope. */
interface Places {
  readonly departments: readonly DepartmentId[]
}

/** The equipment that a scope withholds. */
interface Withholding {
  readonly hidden: ReadonlySet<GuardedKind>
}

/** True for the department itself and for all below it. */
export function isBelow(departmentId: DepartmentId): Expression<SqlBool> {
  return sql<SqlBool>`department.path @> array[${departmentId}]::bigint[]`
}

/** The ids of the department that a column of the query names and of all below it. */
export function departmentsBelow(column: 'account.departmentId' | 'apiKey.departmentId') {
  return sql<DepartmentId[]>`array(select below.department_id from department below
    where below.path @> array[${sql.ref(column)}]::bigint[])`.as('departmentIds')
}

/** True for the stores of a scope; `store` must be one of the tables of the query. */
export function isInScope({ departments }: Places): Expression<SqlBool> {
  return sql<SqlBool>`store.department_id = any(${departments}::bigint[])`
}

/**
 * True for rows of devices that are not withheld from the caller, and for rows of no device.
 * @param rows the table of the query that names store and device of each row
 */
export function isShown({ hidden }: Withholding, rows: string): Expression<SqlBool> {
  if (hidden.size === 0) return sql<SqlBool>`true`
  const kinds = [...hidden].map((kind) => withheld[kind])
  return sql<SqlBool>`not exists (select from device withheld
    where withheld.store_id = ${sql.ref(`${rows}.storeId`)} and withheld.device_id = ${sql.ref(`${rows}.deviceId`)}
      and (${sql.join(kinds, sql` or `)}))`
}

/** The ids of the devices of a scope that are not withheld, those included that were removed: a query of one column. */
export function shownDevices(scope: Places & Withholding): RawBuilder<unknown> {
  return sql`select device.device_id from device join store on store.store_id = device.store_id
    where ${isInScope(scope)} and ${isShown(scope, 'device')}`
}

const withheld: Readonly<Record<GuardedKind, Expression<SqlBool>>> = {
  walk_in: sql`withheld.type = 'walk_in'`,
  c4: sql`withheld.zone = 'C4'`,
}

/** The departments from one down, without those that are not below the other. */
export async function selectDepartmentsBelow(
  db: Db,
  top: DepartmentId,
  within: DepartmentId,
): Promise<DepartmentId[]> {
  const rows = await db
    .selectFrom('department')
    .select('departmentId')
    .where(isBelow(within))
    .where(isBelow(top))
    .execute()
  return rows.map((row) => row.departmentId)
}

/** A store, if it is one of a scope. */
export function selectStoreWithin(db: Db, scope: Places, storeId: StoreId) {
  return (
    db
      .selectFrom('store')
      .select(['storeId', 'departmentId', 'code', 'name', 'zone', 'address', 'country'])
      // an id of 53 bits fits the wire, and the column has 32
      .where(sql<SqlBool>`store.store_id = ${storeId}::bigint`)
      .where(isInScope(scope))
      .executeTakeFirst()
  )
}
