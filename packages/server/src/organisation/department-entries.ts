import type { DepartmentId } from '@coldkeep/domain/ids'
import type { DepartmentPlan } from '@coldkeep/domain/organisation/plan-departments'
import type { AuditEntry } from '../audit/add-audit'

type Entry = Pick<AuditEntry, 'kind' | 'subject' | 'detail' | 'departmentId'>

/**
 * What a renewal did to each department, so that it is found by it and by the stores in it. These are seen by
 * those who see the department, and so name nothing above it.
 * @param ids of those that are new, in the order of the plan
 */
export function departmentEntries(
  { added, moved, renamed, removed }: DepartmentPlan,
  ids: readonly DepartmentId[],
  file: string,
): readonly Entry[] {
  return [
    ...added.map(({ path }, index) => ({
      kind: 'department.add',
      subject: path.at(-1) ?? '',
      departmentId: ids[index],
      detail: { file },
    })),
    ...moved.map(({ id, name }) => ({
      kind: 'department.move',
      subject: name,
      departmentId: id,
      detail: { file },
    })),
    ...renamed.map(({ id, from, path }) => ({
      kind: 'department.rename',
      subject: path.at(-1) ?? '',
      departmentId: id,
      detail: { file, from },
    })),
    // it is gone: who removed it, and those above, see the entry
    ...removed.map(({ id, path }) => ({
      kind: 'department.remove',
      subject: path.at(-1) ?? '',
      detail: { file, id, path },
    })),
  ]
}
