import { Problem } from '@coldkeep/contract/problem'
import { kindsOfDevice, mayWrite } from '@coldkeep/domain/access/equipment'
import type { ParameterApplyId } from '@coldkeep/domain/ids'
import { troubleOf } from '@coldkeep/domain/parameters/apply'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { scopeOf } from '../../access/scope'
import type { SignedIn, Writer } from '../../access/signed-in'
import type { Db, Trx } from '../../db/connect'
import { openWave } from '../../jobs/job-queries'
import { type AppliedKinds, countApplied, selectKinds, selectMembers } from './applied-queries'
import { type Apply, lockApply, selectApplies, updateApply } from './apply-queries'
import { dropApply, openWaves, pauseApply, recordApply, stopApply } from './move-apply'
import { notifyAuthor } from './notify-of-apply'
import { beginApply } from './start-apply'
import { writerOf } from './writer-of'

interface Steering {
  readonly user: SignedIn
  readonly now: EpochMs
}

/**
 * A second person says whether an apply goes out.
 * @throws Problem `apply.*`, `access.equipment` where not all of it is theirs to write to
 */
export async function decideApply(
  trx: Trx,
  { user, now }: Steering,
  {
    id,
    approves,
    reason,
  }: { readonly id: ParameterApplyId; readonly approves: boolean; readonly reason: string },
): Promise<void> {
  const apply = await lockOwn(trx, user, id)
  if (apply.state !== 'waiting' || (apply.decideUntil ?? now) <= now) throw new Problem('apply.decided')
  if (user.signInId === null) throw new Problem('apply.person_needed')
  if (apply.accountId === user.accountId) throw new Problem('apply.own')
  if (approves) await refuseFormerAuthor(trx, apply)
  const decided = { decidedBy: user.name, decidedAt: now, decisionNote: reason }
  await updateApply(trx, id, decided)
  await recordApply(trx, apply, approves ? 'approve' : 'reject', user, now, { ...(reason && { reason }) })
  if (approves) await beginApply(trx, { ...apply, ...decided }, now)
  else await dropApply(trx, apply, 'rejected', now)
  await notifyAuthor(trx, apply, { about: 'apply_decided', because: null, person: user.name }, now)
}

/** @throws Problem `apply.*`, `access.equipment` */
export async function steerApply(
  trx: Trx,
  { user, now }: Steering,
  { id, act }: { readonly id: ParameterApplyId; readonly act: 'pause' | 'resume' | 'stop' },
): Promise<void> {
  const apply = await lockOwn(trx, user, id)
  if (!mayAct(apply, act)) throw new Problem('apply.ended')
  if (act === 'pause') return pauseApply(trx, apply, { because: 'person', by: user }, now)
  if (act === 'stop') return stopApply(trx, apply, { because: 'person', by: user }, now)
  await resume(trx, apply, now)
  await recordApply(trx, apply, 'resume', user, now, { because: apply.because })
}

/** What a state allows. */
export function mayAct({ state }: Pick<Apply, 'state'>, act: 'pause' | 'resume' | 'stop'): boolean {
  switch (act) {
    case 'pause':
      return state === 'trial' || state === 'watching' || state === 'waves'
    case 'resume':
      return state === 'paused'
    case 'stop':
      return mayAct({ state }, 'pause') || state === 'paused' || state === 'waiting'
  }
}

/** Goes on where it was; what a person has looked at does not pause it again. */
async function resume(trx: Trx, apply: Apply, now: EpochMs): Promise<void> {
  const { parameterApplyId: id, because, pausedFrom, jobId, wave } = apply
  const members = await selectMembers(trx, id)
  const { failed: knownFailures, missed: knownMissed } = troubleOf(members.filter((one) => one.wave > 0))
  await updateApply(trx, id, {
    ...{ state: pausedFrom ?? 'waves', because: null, pausedFrom: null },
    ...(because === 'failures' && { knownFailures, knownMissed }),
  })
  if (because === 'trial_unknown') return openWaves(trx, { ...apply, state: 'watching' }, members, now)
  if (jobId !== null) await openWave(trx, jobId, pausedFrom === 'trial' ? 1 : wave)
}

/** @throws Problem `apply.unknown`, `access.equipment` where not all of it is theirs to write to */
async function lockOwn(trx: Trx, user: SignedIn, id: ParameterApplyId): Promise<Apply> {
  const [seen] = await selectApplies(trx, user.departmentId, { id }, { offset: 0, limit: 1 })
  if (seen === undefined) throw new Problem('apply.unknown')
  const apply = await lockApply(trx, id)
  if (apply === undefined) throw new Problem('apply.unknown')
  if (!(await mayWriteAll(trx, user, id))) throw new Problem('access.equipment')
  return apply
}

/** True where an account sees every device of an apply and may write to it. */
export async function mayWriteAll(db: Db, writer: Writer, id: ParameterApplyId): Promise<boolean> {
  const counts = await countApplied(db, scopeOf(writer), [id])
  return isWritable(writer, (await selectKinds(db, [id])).get(id), counts)
}

/** The same, of what is known already; `counts`: of the devices that the account sees. */
export function isWritable(
  { pageKeys, equipment }: Pick<Writer, 'pageKeys' | 'equipment'>,
  of: AppliedKinds | undefined,
  counts: readonly { readonly count: number }[],
): boolean {
  const seen = counts.reduce((sum, { count }) => sum + count, 0)
  const { kinds, total } = of ?? { kinds: [], total: 0 }
  return (
    pageKeys.has('3-1') && seen === total && kinds.every((kind) => mayWrite(equipment, kindsOfDevice(kind)))
  )
}

/** @throws Problem `apply.asker` where who started it may not write there any more */
async function refuseFormerAuthor(trx: Trx, { accountId, parameterApplyId }: Apply): Promise<void> {
  const author = await writerOf(trx, accountId)
  if (author === null || !(await mayWriteAll(trx, author, parameterApplyId))) throw new Problem('apply.asker')
}
