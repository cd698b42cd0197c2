import { type NoticeTargetDraft, wireTarget } from '@coldkeep/contract/areas/notices'
import { Problem } from '@coldkeep/contract/problem'
import type { NoticeTargetId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Translate } from '@coldkeep/phrases/keys'
import { rowChanged } from '../access/row-changed'
import type { Scope } from '../access/scope'
import type { SignedIn } from '../access/signed-in'
import { addAudit } from '../audit/add-audit'
import type { Trx } from '../db/connect'
import { auditedTarget, type NoticeMeans, readTarget, shownTarget } from './read-target'
import { deleteTarget, selectTarget, updateTarget } from './target-queries'

interface ChangeTargetContext {
  readonly user: SignedIn
  readonly scope: Scope
  readonly now: EpochMs
  readonly translate: Translate
}

/**
 * Changes a target, and audits it.
 * @throws Problem `request.malformed` that names what is wrong, below `at`; `notice.target_unknown`, and
 * `row.changed` with the current row
 */
export async function changeTarget(
  trx: Trx,
  { user, scope, notices, now, translate }: ChangeTargetContext & { readonly notices: NoticeMeans },
  { id, revision, ...draft }: NoticeTargetDraft & { readonly id: NoticeTargetId; readonly revision: number },
  at: string,
): Promise<void> {
  const before = await selectTarget(trx, scope, id)
  if (before === null) throw new Problem('notice.target_unknown')
  const columns = await readTarget(trx, draft, { user, scope, notices, before }, at)
  if (!(await updateTarget(trx, scope, { id, revision }, columns)))
    throw await targetChanged(trx, { scope, translate }, id)
  const note = { kind: 'notice.change', subject: `${id} ${draft.name}`, detail: auditedTarget(draft) }
  await addAudit(trx, { at: now, by: user, storeId: null, outcome: 'done', ...note })
}

/**
 * Removes a target with its escalation steps, and audits it.
 * @throws Problem as {@link changeTarget}
 */
export async function removeTarget(
  trx: Trx,
  { user, scope, now, translate }: ChangeTargetContext,
  named: { readonly id: NoticeTargetId; readonly revision?: number | undefined },
): Promise<void> {
  const name = await deleteTarget(trx, scope, named)
  if (name === null) throw await targetChanged(trx, { scope, translate }, named.id)
  const note = { kind: 'notice.remove', subject: `${named.id} ${name}` }
  await addAudit(trx, { at: now, by: user, storeId: null, outcome: 'done', ...note })
}

/** The current row is read again: another write may have come in since this one began. */
async function targetChanged(
  trx: Trx,
  { scope, translate }: Pick<ChangeTargetContext, 'scope' | 'translate'>,
  id: NoticeTargetId,
): Promise<Problem> {
  const row = await selectTarget(trx, scope, id)
  return row === null
    ? new Problem('notice.target_unknown')
    : rowChanged(wireTarget, shownTarget(row, translate))
}
