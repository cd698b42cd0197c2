import type { NoticeTargetDraft } from '@coldkeep/contract/areas/notices'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Scope } from '../access/scope'
import type { SignedIn } from '../access/signed-in'
import { addAudit } from '../audit/add-audit'
import type { Trx } from '../db/connect'
import { auditedTarget, type NoticeMeans, readTarget } from './read-target'
import { insertTarget } from './target-queries'

interface Adding {
  readonly user: SignedIn
  readonly scope: Scope
  readonly notices: NoticeMeans
  readonly now: EpochMs
}

/**
 * Adds a target, and audits it.
 * @throws Problem `request.malformed` that names what is wrong, below `at`
 */
export async function addTarget(
  trx: Trx,
  { user, scope, notices, now }: Adding,
  draft: NoticeTargetDraft,
  at: string,
): Promise<void> {
  const columns = await readTarget(trx, draft, { user, scope, notices, before: null }, at)
  const id = await insertTarget(trx, columns)
  const note = { kind: 'notice.add', subject: `${id} ${draft.name}`, detail: auditedTarget(draft) }
  await addAudit(trx, { at: now, by: user, storeId: null, outcome: 'done', ...note })
}
