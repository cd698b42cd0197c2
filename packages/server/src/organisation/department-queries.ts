import type { DepartmentId } from '@coldkeep/domain/ids'
import { MAX_DEPARTMENT_LEVELS } from '@coldkeep/domain/organisation/department'
import { sql } from 'kysely'
import { isBelow } from '../access/scope-queries'
import type { Db } from '../db/connect'

/** How many of the things that prevent a removal are named. */
const MOST_NAMED = 5

/** Keeps departments, and what is in them, as they are until the transaction is through. */
export async function lockDepartments(trx: Db, top: DepartmentId): Promise<void> {
  await trx
    .selectFrom('department')
    .select('departmentId')
    .where(isBelow(top))
    .orderBy('departmentId')
    .forUpdate()
    .execute()
}

/** How many levels there may be below a department. */
export async function selectLevelsBelow(db: Db, departmentId: DepartmentId): Promise<number> {
  const { path } = await db
    .selectFrom('department')
    .select('path')
    .where('departmentId', '=', departmentId)
    .executeTakeFirstOrThrow()
  return MAX_DEPARTMENT_LEVELS + 1 - path.length
}

export interface Occupied {
  readonly departmentId: DepartmentId
  readonly count: number
  /** The first of them. */
  readonly names: readonly string[]
}

/** Those of the departments that have stores, each with its own. */
export async function selectStoresByDepartment(
  db: Db,
  ids: readonly DepartmentId[],
): Promise<readonly Occupied[]> {
  const { rows } = await sql<Occupied>`
    select department_id, count(*)::int as count,
      (array_agg(code || ' ' || name order by code))[1:${sql.lit(MOST_NAMED)}] as names
    from store where department_id = any(${ids}::bigint[]) group by department_id`.execute(db)
  return rows
}

/** Those of the departments that have accounts, each with its own. */
export async function selectAccountsByDepartment(
  db: Db,
  ids: readonly DepartmentId[],
): Promise<readonly Occupied[]> {
  const { rows } = await sql<Occupied>`
    select department_id, count(*)::int as count,
      (array_agg(login order by login))[1:${sql.lit(MOST_NAMED)}] as names
    from account where department_id = any(${ids}::bigint[]) group by department_id`.execute(db)
  return rows
}

/** A department as it shall be. */
export interface PlacedRow {
  readonly departmentId: DepartmentId
  readonly parentId: DepartmentId
  readonly name: string
  readonly position: number
}

/** Ids for new departments, in order. */
export async function drawDepartmentIds(db: Db, count: number): Promise<DepartmentId[]> {
  const { rows } = await sql<{ id: DepartmentId }>`
    select nextval(pg_get_serial_sequence('department', 'department_id'))::bigint as id
    from generate_series(1, ${count}::int)`.execute(db)
  return rows.map(({ id }) => id)
}

/** New departments, those above before those below; their paths are made by `updatePaths`. */
export async function insertPlaced(db: Db, rows: readonly PlacedRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into department (department_id, parent_id, name, position, path)
    select u.id, u.parent_id, u.name, u.position, array[u.id]
    from unnest(${rows.map((row) => row.departmentId)}::bigint[], ${rows.map((row) => row.parentId)}::bigint[],
      ${rows.map((row) => row.name)}::text[], ${rows.map((row) => row.position)}::int[])
      as u (id, parent_id, name, position)`.execute(db)
}

export async function updatePlaced(db: Db, rows: readonly PlacedRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update department d set parent_id = u.parent_id, name = u.name, position = u.position
    from unnest(${rows.map((row) => row.departmentId)}::bigint[], ${rows.map((row) => row.parentId)}::bigint[],
      ${rows.map((row) => row.name)}::text[], ${rows.map((row) => row.position)}::int[])
      as u (id, parent_id, name, position)
    where d.department_id = u.id`.execute(db)
}

export async function updateDepartmentName(db: Db, departmentId: DepartmentId, name: string): Promise<void> {
  await db.updateTable('department').set({ name }).where('departmentId', '=', departmentId).execute()
}

export async function deleteDepartments(db: Db, ids: readonly DepartmentId[]): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from department where department_id = any(${ids}::bigint[])`.execute(db)
}

/** Rebuilds the paths of all departments below one from their parents. */
export async function updatePaths(db: Db, top: DepartmentId): Promise<void> {
  await sql`
    with recursive tree as (
      select department_id, path from department where department_id = ${top}
      union all
      select d.department_id, tree.path || d.department_id
      from department d join tree on d.parent_id = tree.department_id
    )
    update department d set path = tree.path from tree
    where d.department_id = tree.department_id and d.path <> tree.path`.execute(db)
}
