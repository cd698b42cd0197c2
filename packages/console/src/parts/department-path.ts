import type { DepartmentId } from '@coldkeep/domain/ids'
import type { Department } from '@coldkeep/domain/organisation/department'

/** Ids from the top of what the caller may see down to the chosen department. */
export type DepartmentPath = readonly DepartmentId[]

/** One select of the cascade: its parent, its choices and the chosen one. */
export interface CascadeLevel {
  readonly above: DepartmentPath
  readonly options: readonly Department[]
  readonly chosen: Department | null
}

/** A path without what is above the top that the caller may see: an address may come from someone who sees more. */
function fromTop(top: Department, path: DepartmentPath): DepartmentPath {
  const place = path.indexOf(top.id)
  return place < 0 ? [] : path.slice(place)
}

/** The departments along a path, as far as it exists. */
export function followPath(top: Department, path: DepartmentPath): readonly Department[] {
  const [first, ...rest] = fromTop(top, path)
  if (first === undefined) return []
  const found = [top]
  for (const id of rest) {
    const next = found.at(-1)?.children.find((child) => child.id === id)
    if (!next) break
    found.push(next)
  }
  return found
}

/**
 * The selects to show: one per chosen level, and one more where the last choice has departments below it.
 * The first offers the top itself beside its children, so that "everything" costs one choice and no level more.
 */
export function cascadeLevels(top: Department, path: DepartmentPath): readonly CascadeLevel[] {
  const chosen = followPath(top, path)
  const way = fromTop(top, path)
  const levels: CascadeLevel[] = [
    { above: [top.id], options: [top, ...top.children], chosen: chosen[1] ?? chosen[0] ?? null },
  ]
  for (const [index, department] of chosen.entries()) {
    if (index > 0 && department.children.length > 0) {
      levels.push({
        above: way.slice(0, index + 1),
        options: department.children,
        chosen: chosen[index + 1] ?? null,
      })
    }
  }
  return levels
}

/** The path after a choice in one select; what was below is gone. `null` empties that select. */
export function chooseIn(level: CascadeLevel, id: DepartmentId | null): DepartmentPath {
  if (id === null) return level.above.length > 1 ? level.above : []
  return id === level.above[0] ? level.above : [...level.above, id]
}

/** A department with the way to it, for the search box. */
export interface FoundDepartment {
  readonly path: DepartmentPath
  readonly names: readonly string[]
}

/** Every department whose name or whole way contains the text, in the order of the tree; at most `limit`. */
export function findDepartments(top: Department, text: string, limit = 50): readonly FoundDepartment[] {
  const needle = text.trim().toLocaleLowerCase()
  const found: FoundDepartment[] = []
  const visit = (department: Department, above: FoundDepartment) => {
    if (found.length >= limit) return
    const here = { path: [...above.path, department.id], names: [...above.names, department.name] }
    if (here.names.join(' ').toLocaleLowerCase().includes(needle)) found.push(here)
    for (const child of department.children) visit(child, here)
  }
  visit(top, { path: [], names: [] })
  return found
}

/** `1.5.23` as in the address. */
export function pathText(path: DepartmentPath): string {
  return path.join('.')
}

/** Reads the text of the address; anything else than ids and dots is no path. */
export function pathOf(text: string): DepartmentPath {
  return /^\d{1,15}(\.\d{1,15}){0,6}$/.test(text)
    ? text.split('.').map((id) => Number(id) as DepartmentId)
    : []
}
