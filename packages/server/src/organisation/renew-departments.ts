import { createHash } from 'node:crypto'
import { Problem } from '@coldkeep/contract/problem'
import type { DepartmentId } from '@coldkeep/domain/ids'
import type { Department } from '@coldkeep/domain/organisation/department'
import { flattenDepartments } from '@coldkeep/domain/organisation/department-tree'
import type { DepartmentPlan, PlannedDepartment } from '@coldkeep/domain/organisation/plan-departments'
import type { Db } from '../db/connect'
import { deleteAreas } from './area-day-queries'
import {
  deleteDepartments,
  drawDepartmentIds,
  insertPlaced,
  type PlacedRow,
  updateDepartmentName,
  updatePaths,
  updatePlaced,
} from './department-queries'

/** Two trees have the same one only where they are the same: ids, names and order. */
export function revisionOf(top: Department): string {
  return createHash('sha256').update(JSON.stringify(top)).digest('base64url')
}

/**
 * Called, in the transaction that removes them, with the departments that go; gives what they own to those
 * above.
 * @returns names that are in use there, which keep their department from being removed
 */
export type PassOn = (trx: Db, removed: readonly DepartmentId[]) => Promise<readonly string[]>

/**
 * Makes the departments below a top as planned. Stores stay in their departments and their sums with them, wherever
 * these move; what is removed must be empty, and its models and scripts go to the department above.
 * @throws Problem `department.in_use` where one of these has a name that is taken above
 * @returns the ids of those that are new, in the order in which the plan names them
 */
export async function renewDepartments(
  trx: Db,
  current: Department,
  plan: DepartmentPlan,
  passOn: PassOn,
): Promise<readonly DepartmentId[]> {
  const drawn = await drawDepartmentIds(trx, plan.added.length)
  const ids = [...drawn]
  const added: PlacedRow[] = []
  const kept: PlacedRow[] = []
  const place = (above: PlannedDepartment, parentId: DepartmentId) => {
    for (const [position, one] of above.children.entries()) {
      const departmentId = one.id ?? (ids.shift() as DepartmentId)
      const rows = one.id === null ? added : kept
      rows.push({ departmentId, parentId, name: one.name, position })
      place(one, departmentId)
    }
  }
  place(plan.tree, current.id)
  const removed = plan.removed.map(({ id }) => id)
  await insertPlaced(trx, added)
  await updatePlaced(trx, kept)
  await updateDepartmentName(trx, current.id, plan.tree.name)
  const left = await passOn(trx, removed)
  if (left.length > 0) throw new Problem('department.in_use', { departments: left.join(', ') })
  await deleteAreas(trx, removed)
  await deleteDepartments(trx, removed)
  await updatePaths(trx, current.id)
  return drawn
}

/** Every department with the one above it, those above first. */
export function rowsOf(top: Department) {
  return flattenDepartments(top).map(({ department, path }) => ({
    id: department.id,
    parent: path.at(-2)?.id ?? null,
    name: department.name,
  }))
}
