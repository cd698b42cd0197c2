import type { DepartmentId } from '../ids'

/** Levels of the organisation, the company itself not counted. */
export const MAX_DEPARTMENT_LEVELS = 6

/** One node of the organisation with what lies below it. */
export interface Department {
  readonly id: DepartmentId
  readonly name: string
  readonly children: readonly Department[]
}
