import { MAX_DEPARTMENT_LEVELS } from '@coldkeep/domain/organisation/department'
import {
  type DepartmentFaultCode,
  MAX_DEPARTMENT_NAME,
  MOST_DEPARTMENTS,
} from '@coldkeep/domain/organisation/department-file'
import type { Translate } from '@coldkeep/phrases/keys'

/** What is wrong with a file of departments, in the caller's language. */
export function presentDepartmentFault(code: DepartmentFaultCode, translate: Translate): string {
  return words[code](translate)
}

const words: Readonly<Record<DepartmentFaultCode, (translate: Translate) => string>> = {
  form: (translate) => translate('organisation.departments.fault.form'),
  unknown_field: (translate) => translate('organisation.departments.fault.unknownField'),
  id: (translate) => translate('organisation.departments.fault.id'),
  name: (translate) => translate('organisation.departments.fault.name', { most: MAX_DEPARTMENT_NAME }),
  same_name: (translate) => translate('organisation.departments.fault.sameName'),
  too_deep: (translate) =>
    translate('organisation.departments.fault.tooDeep', { levels: MAX_DEPARTMENT_LEVELS }),
  too_many: (translate) => translate('organisation.departments.fault.tooMany', { most: MOST_DEPARTMENTS }),
  top: (translate) => translate('organisation.departments.fault.top'),
  not_yours: (translate) => translate('errors.department.unknown'),
  twice: (translate) => translate('organisation.departments.fault.twice'),
}
