import { Problem } from '@coldkeep/contract/problem'
import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../db/connect'
import type { SignedIn } from './context'

/** The departments whose stores a call speaks about: one and all below it, never above the caller's own. */
export type Scope = readonly DepartmentId[]

/**
 * The departments from the chosen one down, or from the caller's own where none is chosen.
 * @throws Problem `department.unknown`, the same for one that does not exist and for one of somebody else
 */
export async function selectScope(
  db: Db,
  user: SignedIn,
  chosen: DepartmentId | null = null,
): Promise<Scope> {
  const rows = await db
    .selectFrom('department')
    .select('departmentId')
    .where(isBelow(user.departmentId))
    .$if(chosen !== null, (query) => query.where(isBelow(chosen as DepartmentId)))
    .execute()
  const scope = rows.map((row) => row.departmentId)
  // A department above the caller's own is none of theirs, although it contains theirs.
  if (!scope.includes(chosen ?? user.departmentId)) throw new Problem('department.unknown')
  return scope
}

/** True for the department itself and for all below it. */
export function isBelow(departmentId: DepartmentId): Expression<SqlBool> {
  return sql<SqlBool>`department.path @> array[${departmentId}]::bigint[]`
}

/** True for the stores of a scope; `store` must be one of the tables of the query. */
export function isInScope(scope: Scope): Expression<SqlBool> {
  return sql<SqlBool>`store.department_id = any(${scope}::bigint[])`
}

/** @throws Problem `store.unknown`, the same for one that does not exist and for one outside the scope */
export async function selectStoreInScope(db: Db, scope: Scope, storeId: StoreId) {
  const store = await db
    .selectFrom('store')
    .select(['storeId', 'departmentId', 'code', 'name', 'zone'])
    .where('storeId', '=', storeId)
    .where(isInScope(scope))
    .executeTakeFirst()
  if (store === undefined) throw new Problem('store.unknown')
  return store
}
