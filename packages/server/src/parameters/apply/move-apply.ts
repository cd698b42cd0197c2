import type { ApplyState, PauseReason } from '@coldkeep/domain/parameters/apply'
import { type EpochMs, hours, later } from '@coldkeep/domain/time/instant'
import { type Actor, addAudit, SERVER } from '../../audit/add-audit'
import type { Trx } from '../../db/connect'
import type { KeptFinding } from '../../db/parameter-tables'
import { insertJob, openWave } from '../../jobs/job-queries'
import { cancelJob } from '../../jobs/jobs'
import { type Member, skipPlanned } from './applied-queries'
import { APPLY_JOB, type ApplyJobInput } from './apply-job-kind'
import { type Apply, updateApply } from './apply-queries'
import { notifyAuthor } from './notify-of-apply'

/** How long the first device is watched. */
const WATCHED_MS = hours(24)

/** Has the first device set. */
export async function openTrial(trx: Trx, apply: Apply, now: EpochMs): Promise<void> {
  const { trialStoreId } = apply
  if (trialStoreId === null) return
  const input = { applyId: apply.parameterApplyId, isTrial: true } satisfies ApplyJobInput
  const draft = { kind: APPLY_JOB, input, by: authorOf(apply), at: now }
  const jobId = await insertJob(trx, draft, [{ storeId: trialStoreId, terminalId: '' }])
  await updateApply(trx, apply.parameterApplyId, { state: 'trial', jobId })
}

/** The first device is set: it is watched from now on. */
export async function watchTrial(trx: Trx, apply: Apply, setAt: EpochMs): Promise<void> {
  const trialEndsAt = later(setAt, WATCHED_MS)
  await updateApply(trx, apply.parameterApplyId, { state: 'watching', trialEndsAt })
}

/** Has all others set, wave by wave; where there are none the apply is done. */
export async function openWaves(
  trx: Trx,
  apply: Apply,
  members: readonly Pick<Member, 'storeId' | 'wave' | 'state'>[],
  now: EpochMs,
): Promise<void> {
  const waiting = members.filter(({ wave, state }) => wave > 0 && state === 'planned')
  if (waiting.length === 0) return endApply(trx, apply, now)
  const waves = new Map(waiting.map(({ storeId, wave }) => [storeId, wave]))
  const input = { applyId: apply.parameterApplyId, isTrial: false } satisfies ApplyJobInput
  const jobId = await insertJob(
    trx,
    { kind: APPLY_JOB, input, by: authorOf(apply), at: now },
    [...waves].map(([storeId, wave]) => ({ storeId, terminalId: '' as const, wave })),
  )
  await updateApply(trx, apply.parameterApplyId, {
    state: 'waves',
    jobId,
    wave: Math.min(...waves.values()),
    waves: Math.max(...waves.values()),
  })
}

export async function openNextWave(trx: Trx, apply: Apply): Promise<void> {
  await updateApply(trx, apply.parameterApplyId, { wave: apply.wave + 1 })
  if (apply.jobId !== null) await openWave(trx, apply.jobId, apply.wave + 1)
}

export async function endApply(trx: Trx, apply: Apply, now: EpochMs): Promise<void> {
  await updateApply(trx, apply.parameterApplyId, { state: 'done', endedAt: now })
  await recordApply(trx, apply, 'end', SERVER, now, {})
  await notifyAuthor(trx, apply, { about: 'apply_done', because: null, person: '' }, now)
}

/** Begins nothing more until a person says so. */
export async function pauseApply(
  trx: Trx,
  apply: Apply,
  {
    because,
    by,
    finding,
  }: { readonly because: PauseReason; readonly by: Actor; readonly finding?: KeptFinding },
  now: EpochMs,
): Promise<void> {
  await updateApply(trx, apply.parameterApplyId, {
    ...{ state: 'paused', because, pausedFrom: apply.state },
    ...(finding && { finding: JSON.stringify(finding) }),
  })
  if (apply.jobId !== null) await openWave(trx, apply.jobId, 0)
  await recordApply(trx, apply, 'pause', by, now, { because })
  if (because !== 'person')
    await notifyAuthor(trx, apply, { about: 'apply_stopped', because, person: '' }, now)
}

/** Ends it before its end: what was not begun is not written. */
export async function stopApply(
  trx: Trx,
  apply: Apply,
  {
    because,
    by,
    finding,
  }: { readonly because: PauseReason; readonly by: Actor; readonly finding?: KeptFinding },
  now: EpochMs,
): Promise<void> {
  await close(trx, apply, 'stopped', now)
  await updateApply(trx, apply.parameterApplyId, {
    because,
    ...(finding && { finding: JSON.stringify(finding) }),
  })
  await recordApply(trx, apply, 'stop', by, now, { because })
  if (because !== 'person')
    await notifyAuthor(trx, apply, { about: 'apply_stopped', because, person: '' }, now)
}

/** It was never begun. */
export async function dropApply(
  trx: Trx,
  apply: Apply,
  state: 'rejected' | 'expired',
  now: EpochMs,
): Promise<void> {
  await close(trx, apply, state, now)
}

async function close(trx: Trx, apply: Apply, state: ApplyState, now: EpochMs): Promise<void> {
  await updateApply(trx, apply.parameterApplyId, { state, endedAt: now })
  await skipPlanned(trx, apply.parameterApplyId, { state: 'skipped', fault: null }, now)
  if (apply.jobId !== null) await cancelJob(trx, apply.jobId, now)
}

export async function recordApply(
  trx: Trx,
  { parameterApplyId, departmentId, createdBy }: Apply,
  act: 'approve' | 'reject' | 'expire' | 'pause' | 'resume' | 'stop' | 'end',
  by: Actor,
  now: EpochMs,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  await addAudit(trx, {
    ...{ at: now, by, storeId: null, departmentId },
    kind: `parameter_apply.${act}`,
    subject: String(parameterApplyId),
    detail: { apply: parameterApplyId, requestedBy: createdBy, ...detail },
    outcome: act === 'expire' ? 'failed' : 'done',
  })
}

function authorOf({ accountId, createdBy }: Apply): Actor {
  return { accountId, name: createdBy }
}
