import type { Owner } from '@coldkeep/contract/wire/owner'
import type { DepartmentId } from '@coldkeep/domain/ids'
import { type Expression, type SqlBool, sql } from 'kysely'

/** A table of the query whose rows belong to a department each, or to none: those come with the product. */
export type OwnedTable =
  | 'deviceModel'
  | 'scriptFolder'
  | 'repairProgress'
  | 'parameterProfile'
  | 'parameterApply'
  | 'fridgeEntry'
  | 'bulletinCategory'
  | 'bulletin'

/** True for what is used in a department: its own, that of departments above it, and what comes with the product. */
export function isUsedIn(departmentId: DepartmentId, table: OwnedTable): Expression<SqlBool> {
  const owner = ownerOf(table)
  return sql<SqlBool>`(${owner} is null or ${owner} in (select unnest(here.path) from department here
    where here.department_id = ${departmentId}))`
}

/** True for what belongs to a department or to one below it: who is in charge there may edit it. */
export function isOwnedBelow(departmentId: DepartmentId, table: OwnedTable): Expression<SqlBool> {
  return sql<SqlBool>`exists (select from department owning
    where owning.department_id = ${ownerOf(table)} and owning.path @> array[${departmentId}]::bigint[])`
}

/** True for what accounts of a department see: all that is used there, and what belongs to departments below. */
export function isSeenFrom(departmentId: DepartmentId, table: OwnedTable): Expression<SqlBool> {
  return sql<SqlBool>`(${isUsedIn(departmentId, table)} or ${isOwnedBelow(departmentId, table)})`
}

/** To whom a row belongs, and whether accounts of a department may edit it. */
export function ownerColumns(departmentId: DepartmentId, table: OwnedTable) {
  return [
    sql<Owner>`(select jsonb_build_object('id', owning.department_id, 'name', owning.name)
      from department owning where owning.department_id = ${ownerOf(table)})`.as('owner'),
    sql<boolean>`${isOwnedBelow(departmentId, table)}`.as('canEdit'),
  ] as const
}

/** The nearest department above that stays, for a row of the query whose department is about to be removed. */
export function heirOf(removed: readonly DepartmentId[], table: OwnedTable): Expression<DepartmentId> {
  return sql<DepartmentId>`(select above.id
    from department gone, unnest(gone.path) with ordinality as above (id, level)
    where gone.department_id = ${ownerOf(table)} and above.id <> all(${removed}::bigint[])
    order by above.level desc limit 1)`
}

/**
 * How many levels above the owner there are, 0 for the product: of two with one name the nearer one is meant.
 */
export function depthOf(table: OwnedTable): Expression<number> {
  return sql<number>`coalesce((select cardinality(owning.path) from department owning
    where owning.department_id = ${ownerOf(table)}), 0)`
}

function ownerOf(table: OwnedTable) {
  return sql.ref(`${table}.departmentId`)
}
