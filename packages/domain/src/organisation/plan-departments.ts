import type { DepartmentId } from '../ids'
import type { Department } from './department'
import { type DepartmentEntry, type DepartmentFault, readDepartmentFile } from './department-file'
import { flattenDepartments } from './department-tree'

/** Names from the top down to the department itself. */
type NamePath = readonly string[]

/** A department of the file in its place: one that is there, or a new one. */
export interface PlannedDepartment {
  readonly id: DepartmentId | null
  readonly name: string
  readonly path: NamePath
  readonly children: readonly PlannedDepartment[]
}

/** What becomes of the departments if a file is applied. */
export interface DepartmentPlan {
  readonly tree: PlannedDepartment
  readonly added: readonly { readonly path: NamePath }[]
  readonly moved: readonly {
    readonly id: DepartmentId
    readonly name: string
    /** Of the departments above it. */
    readonly from: NamePath
    readonly to: NamePath
  }[]
  readonly renamed: readonly { readonly id: DepartmentId; readonly from: string; readonly path: NamePath }[]
  readonly removed: readonly { readonly id: DepartmentId; readonly path: NamePath }[]
  /** True where siblings are in another order than before. */
  readonly isReordered: boolean
}

/**
 * Compares the departments that are there with those of a file. A department of the file is the one with its id; one
 * without an id is the one of the same name in the same place, where there is one, and new otherwise.
 * @param levelsBelow how many levels there may be below the top
 */
export function planDepartments(
  present: Department,
  document: unknown,
  levelsBelow: number,
): { readonly plan: DepartmentPlan | null; readonly faults: readonly DepartmentFault[] } {
  const { top, faults } = readDepartmentFile(document, levelsBelow)
  if (top === null) return { plan: null, faults }
  const known = placesOf(present)
  const claimed = new Set<DepartmentId>([present.id])
  const found = [...faults]
  if (top.id !== null && top.id !== present.id) found.push({ place: 'id', code: 'top' })
  const claim = ({ id, place, children }: DepartmentEntry) => {
    if (id !== null && place !== '') {
      if (!known.has(id)) found.push({ place: `${place}.id`, code: 'not_yours' })
      else if (claimed.has(id)) found.push({ place: `${place}.id`, code: 'twice' })
      claimed.add(id)
    }
    for (const child of children) claim(child)
  }
  claim(top)
  if (found.length > 0) return { plan: null, faults: found }

  const place = (
    { name, children }: DepartmentEntry,
    id: DepartmentId | null,
    above: NamePath,
  ): PlannedDepartment => {
    const path = [...above, name]
    const before = id === null ? [] : (known.get(id)?.department.children ?? [])
    const placed = children.map((child) => {
      const namesake = before.find((one) => one.name === child.name && !claimed.has(one.id))?.id ?? null
      if (child.id === null && namesake !== null) claimed.add(namesake)
      return place(child, child.id ?? namesake, path)
    })
    return { id, name, path, children: placed }
  }
  const tree = place(top, present.id, [])
  return { plan: { tree, ...differences(tree, known, claimed) }, faults: [] }
}

/** True where the file matches what exists. */
export function isWithoutChange(plan: DepartmentPlan): boolean {
  const { added, moved, renamed, removed, isReordered } = plan
  return added.length + moved.length + renamed.length + removed.length === 0 && !isReordered
}

interface KnownPlace {
  readonly department: Department
  readonly parentId: DepartmentId | null
  readonly path: NamePath
}

function placesOf(present: Department): ReadonlyMap<DepartmentId, KnownPlace> {
  return new Map(
    flattenDepartments(present).map(({ department, path }) => [
      department.id,
      { department, parentId: path.at(-2)?.id ?? null, path: path.map(({ name }) => name) },
    ]),
  )
}

function differences(
  tree: PlannedDepartment,
  known: ReadonlyMap<DepartmentId, KnownPlace>,
  claimed: ReadonlySet<DepartmentId>,
): Omit<DepartmentPlan, 'tree'> {
  const added: DepartmentPlan['added'][number][] = []
  const moved: DepartmentPlan['moved'][number][] = []
  const renamed: DepartmentPlan['renamed'][number][] = []
  let isReordered = false
  const visit = (one: PlannedDepartment, parent: PlannedDepartment | null) => {
    const before = one.id === null ? undefined : known.get(one.id)
    if (one.id === null || before === undefined) added.push({ path: one.path })
    else {
      const { department, parentId, path } = before
      if (parent !== null && parentId !== parent.id) {
        moved.push({ id: one.id, name: one.name, from: path.slice(0, -1), to: parent.path })
      }
      if (department.name !== one.name) renamed.push({ id: one.id, from: department.name, path: one.path })
      isReordered ||= isInOtherOrder(department, one)
    }
    for (const child of one.children) visit(child, one)
  }
  visit(tree, null)
  const removed = [...known].filter(([id]) => !claimed.has(id)).map(([id, { path }]) => ({ id, path }))
  return { added, moved, renamed, removed, isReordered }
}

/** Compares only the children that stay; those that come or go are reported elsewhere. */
function isInOtherOrder(before: Department, after: PlannedDepartment): boolean {
  const idsBefore = before.children.map(({ id }) => id)
  const staying = after.children.flatMap(({ id }) => (id !== null && idsBefore.includes(id) ? [id] : []))
  const order = idsBefore.filter((id) => staying.includes(id))
  return staying.some((id, index) => id !== order[index])
}
