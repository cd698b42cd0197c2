import type { DepartmentPath } from '../../parts/department-path'

/** What the home screen speaks about: the last department of the address, or everything the caller may see. */
export function homeScopeQuery(path: DepartmentPath) {
  return { depart: path.at(-1) ?? null }
}
