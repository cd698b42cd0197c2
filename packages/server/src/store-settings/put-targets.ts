import { isNewKey, type SettingsTarget, type StoreSettings } from '@coldkeep/contract/areas/store-settings'
import { Problem } from '@coldkeep/contract/problem'
import type { DepartmentId, NoticeTargetId } from '@coldkeep/domain/ids'
import { isSame } from '@coldkeep/domain/organisation/merge-answers'
import { type Scope, scopeOf } from '../access/scope'
import { addTarget } from '../notices/add-target'
import { changeTarget, removeTarget } from '../notices/change-target'
import { selectTarget } from '../notices/target-queries'
import type { PutContext } from './put-context'
import { targetAnswers } from './select-targets'

/**
 * Adds targets that are notified of the alarms below the department of the store; changes and removes its
 * own.
 */
export async function putTargets(
  context: PutContext,
  departmentId: DepartmentId,
  base: StoreSettings,
  content: StoreSettings,
): Promise<void> {
  const scope = scopeOf(context.user)
  const known = new Map((base.targets ?? []).map((target) => [target.key, target]))
  for (const target of content.targets ?? []) {
    const before = known.get(target.key)
    if (isSame(before, target)) continue
    const at = `targets.${target.key}`
    await context.faults.during(at, () =>
      isNewKey(target.key)
        ? add(context, scope, departmentId, target)
        : change(context, scope, before, target),
    )
  }
}

async function add(
  { trx, user, now, notices }: PutContext,
  scope: Scope,
  departmentId: DepartmentId,
  { key, isRemoved, ...target }: SettingsTarget,
): Promise<void> {
  if (isRemoved) return
  const draft = { ...target, departments: [String(departmentId)] }
  await addTarget(trx, { user, scope, notices, now }, draft, `targets.${key}`)
}

/** @throws Problem `row.changed` where it is not as it was when the draft was begun */
async function change(
  { trx, user, now, notices, translate }: PutContext,
  scope: Scope,
  before: SettingsTarget | undefined,
  { key, isRemoved, ...target }: SettingsTarget,
): Promise<void> {
  const id = Number(key) as NoticeTargetId
  const row = before === undefined ? null : await selectTarget(trx, scope, id)
  if (row === null) throw new Problem('notice.target_unknown')
  if (!isSame(targetAnswers(row), before)) throw new Problem('row.changed')
  const { revision } = row
  if (isRemoved) return removeTarget(trx, { user, scope, now, translate }, { id, revision })
  // it goes on covering what it covered, also where the store moves
  const draft = { ...target, departments: row.departmentIds.map(String) }
  await changeTarget(
    trx,
    { user, scope, notices, now, translate },
    { ...draft, id, revision },
    `targets.${key}`,
  )
}
