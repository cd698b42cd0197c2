import { departmentMap } from '@coldkeep/contract/areas/organisation'
import type { DepartmentId } from '@coldkeep/domain/ids'
import { useCall } from '../api/use-call'
import type { Choice } from '../kit/field/SelectField'
import { findDepartments, pathText } from './department-path'

/** Every department of the reader by its path, the own one first; `isLoading` until they are known. */
export function usePlaceChoices(): {
  readonly topId: DepartmentId | null
  readonly isLoading: boolean
  readonly places: readonly Choice[]
} {
  const top = useCall(departmentMap, {}, { keepsPrevious: true }).data
  if (top === undefined) return { topId: null, isLoading: true, places: [] }
  const places = findDepartments(top, '', Number.POSITIVE_INFINITY).map(({ path, names }) => ({
    value: pathText(path),
    label: names.length > 1 ? names.slice(1).join(' › ') : (names[0] ?? ''),
  }))
  return { topId: top.id, isLoading: false, places }
}
