import type { SettingsTarget } from '@coldkeep/contract/areas/store-settings'
import type { DepartmentId } from '@coldkeep/domain/ids'
import type { Scope } from '../access/scope'
import type { Db } from '../db/connect'
import { targetOf } from '../notices/read-target'
import { selectTargets, type TargetRow } from '../notices/target-queries'

/** As many as the answers take. */
const MOST = 100

/** Targets that are notified of one department and nothing else. */
export async function selectOwnTargets(
  db: Db,
  scope: Scope,
  departmentId: DepartmentId,
): Promise<SettingsTarget[]> {
  const rows = await selectTargets(db, scope)
  const own = rows.filter(
    ({ departmentIds: [first, ...others] }) => first === departmentId && others.length === 0,
  )
  return own.slice(0, MOST).map(targetAnswers)
}

export function targetAnswers(row: TargetRow): SettingsTarget {
  const target = targetOf(row)
  const { name, channel, recipient, address, kinds, lowestPriority, quietFrom, quietUntil } = target
  const { zone, language, isEnabled } = target
  return {
    key: String(target.id),
    ...{
      name,
      channel,
      recipient,
      address,
      kinds,
      lowestPriority,
      quietFrom,
      quietUntil,
    },
    ...{ zone, language, isEnabled, isRemoved: false },
  }
}
