import type { DepartmentId } from '@coldkeep/domain/ids'
import type { Scope } from '../http/scope'

/** These departments with all their equipment. */
export function wholeScope(departments: readonly DepartmentId[]): Scope {
  return { departments, hidden: new Set() }
}
