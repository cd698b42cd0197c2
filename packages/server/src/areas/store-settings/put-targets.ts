import type { StoreSettings } from '@coldkeep/contract/areas/store-settings'
import type { DepartmentId } from '@coldkeep/domain/ids'
import { selectScope } from '../../http/scope'
import { addTarget } from '../notices/add-target'
import type { Putting } from './putting'

/** Adds targets that are told of the alarms below the department of the store. */
export async function putTargets(
  { trx, user, now, notices, faults }: Putting,
  departmentId: DepartmentId,
  { targets }: StoreSettings,
): Promise<void> {
  // a department that was just made is among them
  const scope = await selectScope(trx, user)
  for (const { key, ...target } of targets ?? []) {
    const at = `targets.${key}`
    const draft = { ...target, departments: [String(departmentId)] }
    await faults.during(at, () => addTarget(trx, { user, scope, notices, now }, draft, at))
  }
}
