import { departmentMap } from '@coldkeep/contract/areas/organisation'
import type { Department } from '@coldkeep/domain/organisation/department'
import { findDepartments } from '../../parts/department-path'
import { servedChoices } from './editor-field'

/** The departments that the caller sees, each with those it is in. */
export const departmentChoices = <Draft>() =>
  servedChoices<Draft, typeof departmentMap>(departmentMap, () => ({}), choicesOf)

function choicesOf(top: Department) {
  return findDepartments(top, '', Number.POSITIVE_INFINITY).map(({ path, names }) => ({
    value: path.at(-1) ?? top.id,
    label: names.length > 1 ? names.slice(1).join(' › ') : (names[0] ?? ''),
  }))
}
