import type { DepartmentId } from '../ids'
import { type Department, MAX_DEPARTMENT_LEVELS } from './department'

/** A department with its place in the tree. */
export interface PlacedDepartment {
  readonly department: Department
  /** 0 for the company, 1 to 6 below it. */
  readonly level: number
  /** From the company down to the department itself. */
  readonly path: readonly Department[]
}

/** The whole tree as a list: each department before those below it, brothers in their order. */
export function flattenDepartments(root: Department): PlacedDepartment[] {
  const placed: PlacedDepartment[] = []
  const visit = (department: Department, above: readonly Department[]) => {
    const path = [...above, department]
    placed.push({ department, level: above.length, path })
    for (const child of department.children) visit(child, path)
  }
  visit(root, [])
  return placed
}

/** The departments from the company down to the requested one, or null when the tree does not hold it. */
export function departmentPath(root: Department, id: DepartmentId): readonly Department[] | null {
  if (root.id === id) return [root]
  for (const child of root.children) {
    const below = departmentPath(child, id)
    if (below) return [root, ...below]
  }
  return null
}

/** The department and all below it, or an empty list when the tree does not hold it. */
export function subtreeIds(root: Department, id: DepartmentId): DepartmentId[] {
  const top = departmentPath(root, id)?.at(-1)
  return top ? flattenDepartments(top).map((placed) => placed.department.id) : []
}

/** Departments that lie deeper than the six levels that filters and screens can show. */
export function departmentsTooDeep(root: Department): PlacedDepartment[] {
  return flattenDepartments(root).filter((placed) => placed.level > MAX_DEPARTMENT_LEVELS)
}
