import type { DepartmentId } from '@coldkeep/domain/ids'
import type { Department } from '@coldkeep/domain/organisation/department'

/** True when every searched word occurs in one of the names; width and case of letters do not matter. */
export function fits(search: string, names: readonly string[]): boolean {
  const whole = plain(names.join(' '))
  return plain(search)
    .split(/\s+/)
    .every((word) => whole.includes(word))
}

/** Ids from the top of the organisation down to a department. */
export function pathTo(top: Department, id: DepartmentId): readonly DepartmentId[] | null {
  if (top.id === id) return [top.id]
  for (const child of top.children) {
    const below = pathTo(child, id)
    if (below !== null) return [top.id, ...below]
  }
  return null
}

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim()
}
