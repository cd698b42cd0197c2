import { Problem } from '@coldkeep/contract/problem'
import type { GuardedKind } from '@coldkeep/domain/access/equipment'
import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../db/connect'
import type { SignedIn } from './signed-in'

/** What a call speaks about: stores of one department and all below it, never above the caller's own. */
export interface Scope {
  readonly departments: readonly DepartmentId[]
  /** Equipment that is withheld from the caller. */
  readonly hidden: ReadonlySet<GuardedKind>
}

/** All that is the caller's, as things stood when the call began. */
export function scopeOf({ departmentIds, equipment }: SignedIn): Scope {
  return { departments: departmentIds, hidden: equipment.hidden }
}

/** The same as things stand now, for a call that has changed departments itself. */
export function selectScopeAnew(db: Db, user: SignedIn): Promise<Scope> {
  return selectScopeBelow(db, user, user.departmentId)
}

/**
 * The departments from the chosen one down, or all of the caller's where none is chosen.
 * @throws Problem `department.unknown`, the same for one that does not exist and for one of somebody else
 */
export async function selectScope(db: Db, user: SignedIn, chosen: DepartmentId | null): Promise<Scope> {
  return chosen === null ? scopeOf(user) : selectScopeBelow(db, user, chosen)
}

async function selectScopeBelow(db: Db, user: SignedIn, top: DepartmentId): Promise<Scope> {
  const rows = await db
    .selectFrom('department')
    .select('departmentId')
    .where(isBelow(user.departmentId))
    .where(isBelow(top))
    .execute()
  const departments = rows.map((row) => row.departmentId)
  // A department above the caller's own is none of theirs, although it contains theirs.
  if (!departments.includes(top)) throw new Problem('department.unknown')
  return { departments, hidden: user.equipment.hidden }
}

/** The same without the stores that stand in one department itself. */
export function scopeWithout(scope: Scope, departmentId: DepartmentId): Scope {
  return { ...scope, departments: scope.departments.filter((id) => id !== departmentId) }
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
export function isInScope(scope: Scope): Expression<SqlBool> {
  return sql<SqlBool>`store.department_id = any(${scope.departments}::bigint[])`
}

/**
 * True for rows of devices that are not withheld from the caller, and for rows of no device.
 * @param rows the table of the query that names store and device of each row
 */
export function isShown({ hidden }: Scope, rows: string): Expression<SqlBool> {
  if (hidden.size === 0) return sql<SqlBool>`true`
  const kinds = [...hidden].map((kind) => withheld[kind])
  return sql<SqlBool>`not exists (select from device withheld
    where withheld.store_id = ${sql.ref(`${rows}.storeId`)} and withheld.device_id = ${sql.ref(`${rows}.deviceId`)}
      and (${sql.join(kinds, sql` or `)}))`
}

/** The ids of the devices of a scope that are not withheld, those included that were removed: a query of one column. */
export function shownDevices(scope: Scope): RawBuilder<unknown> {
  return sql`select device.device_id from device join store on store.store_id = device.store_id
    where ${isInScope(scope)} and ${isShown(scope, 'device')}`
}

const withheld: Readonly<Record<GuardedKind, Expression<SqlBool>>> = {
  walk_in: sql`withheld.type = 'walk_in'`,
  c4: sql`withheld.zone = 'C4'`,
}

/** @throws Problem `store.unknown`, the same for one that does not exist and for one outside the scope */
export async function selectStoreInScope(db: Db, scope: Scope, storeId: StoreId) {
  const store = await db
    .selectFrom('store')
    .select(['storeId', 'departmentId', 'code', 'name', 'zone'])
    // an id of 53 bits fits the wire, and the column has 32
    .where(sql<SqlBool>`store.store_id = ${storeId}::bigint`)
    .where(isInScope(scope))
    .executeTakeFirst()
  if (store === undefined) throw new Problem('store.unknown')
  return store
}
