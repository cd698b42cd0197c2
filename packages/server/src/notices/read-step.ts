import type { NoticeStep, NoticeStepDraft } from '@coldkeep/contract/areas/notices'
import { type FieldProblem, Problem } from '@coldkeep/contract/problem'
import type { NoticeTargetId } from '@coldkeep/domain/ids'
import type { Scope } from '../access/scope'
import type { Trx } from '../db/connect'
import type { StepColumns, StepRow } from './step-queries'
import { selectTarget } from './target-queries'

/**
 * The row that a draft means, and the names of its targets.
 * @throws Problem `request.malformed` where one of them is none of the caller's, or both are the same
 */
export async function readStep(
  trx: Trx,
  draft: NoticeStepDraft,
  scope: Scope,
  at: string,
): Promise<{ readonly columns: StepColumns; readonly names: string }> {
  const [noticeTargetId, nextTargetId] = [draft.target, draft.next].map(Number) as [
    NoticeTargetId,
    NoticeTargetId,
  ]
  const target = await selectTarget(trx, scope, noticeTargetId)
  const next = await selectTarget(trx, scope, nextTargetId)
  const fields: Record<string, FieldProblem> = {}
  if (target === null) fields[`${at}.target`] = 'choice'
  if (next === null || noticeTargetId === nextTargetId) fields[`${at}.next`] = 'choice'
  if (Object.keys(fields).length > 0) throw new Problem('request.malformed', {}, fields)
  const columns = { noticeTargetId, step: draft.step, afterMinutes: draft.afterMinutes, nextTargetId }
  return { columns, names: `${target?.name} → ${next?.name}` }
}

/** A row as it travels. */
export function stepOf(row: StepRow): NoticeStep {
  return {
    id: String(row.noticeStepId),
    revision: row.revision,
    target: String(row.noticeTargetId),
    step: row.step,
    afterMinutes: row.afterMinutes,
    next: String(row.nextTargetId),
    targetName: row.targetName,
    nextName: row.nextName,
  }
}
