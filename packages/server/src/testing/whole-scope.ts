import type { DepartmentId } from '@coldkeep/domain/ids'
import type { Scope } from '../access/scope'

/** These departments with all their equipment. */
export function wholeScope(departments: readonly DepartmentId[]): Scope {
  return { departments, hidden: new Set() }
}
