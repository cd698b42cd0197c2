import type { DepartmentId } from '../ids'

/** A department with those above it, itself last. */
export interface DepartmentPlace {
  readonly id: DepartmentId
  readonly path: readonly DepartmentId[]
}

/** What is said of departments of a tree: of each the nearest one above it counts that something is said of. */
export interface DepartmentChoice {
  readonly departments: readonly DepartmentId[]
  readonly without: readonly DepartmentId[]
  /** Of those of which nothing is said, neither of them nor above them. */
  readonly others: boolean
}

/** The departments that are chosen, whole or as what is left of them. */
export function chooseDepartments(
  places: readonly DepartmentPlace[],
  { departments, without, others }: DepartmentChoice,
): readonly DepartmentId[] {
  const marked = new Map<DepartmentId, boolean>([
    ...departments.map((id) => [id, true] as const),
    ...without.map((id) => [id, false] as const),
  ])
  const isChosen = (path: readonly DepartmentId[]) =>
    marked.get(path.findLast((id) => marked.has(id)) as DepartmentId) ?? others
  return places.filter(({ path }) => isChosen(path)).map(({ id }) => id)
}
