import type { WaveWait } from '@coldkeep/contract/areas/firmware-jobs'
import { awaitedOf } from '@coldkeep/domain/firmware/awaited'
import { isFailed, LOST_AFTER_MS } from '@coldkeep/domain/firmware/installation-state'
import { judgeWave, type WaveVerdict } from '@coldkeep/domain/firmware/judge-wave'
import { isLongEnough } from '@coldkeep/domain/firmware/shared-hours'
import type { JobId } from '@coldkeep/domain/ids'
import { type EpochMs, later, minutes } from '@coldkeep/domain/time/instant'
import { addAudit, SERVER } from '../audit/add-audit'
import type { Db, Trx } from '../db/connect'
import type { FieldGate, PauseReason } from '../db/firmware-tables'
import { openWave } from '../jobs/job-queries'
import { moveWaiting } from '../jobs/target-queries'
import { insertGate, selectGates } from './gate-queries'
import { endUnanswered, updateLost } from './install-queries'
import {
  countInstalls,
  type JobMember,
  lockOpenJob,
  type ShownFirmwareJob,
  selectMembers,
  selectOpenJobs,
  updateFirmwareJob,
} from './job-queries'
import { judgeGate, named } from './judge-gate'
import { notifyOfJob } from './notify-of-job'

/** What became of a job in a round. */
interface Step {
  readonly hasOpened: boolean
  /** The job, where it is the turn of the field data of its wave. */
  readonly gated: ShownFirmwareJob | null
}

const STAYS: Step = { hasOpened: false, gated: null }
const CONTACT_MISSED_AFTER_MS = minutes(2)

/**
 * Goes on with every job that has not ended, each in a transaction of its own: opens the next wave, holds, pauses or ends it.
 * Several servers may do it at once.
 * @returns true where a wave was opened
 * @throws what failed, when all had their turn
 */
export async function advanceJobs(db: Db, now: EpochMs): Promise<boolean> {
  const jobs = await selectOpenJobs(db)
  if (jobs.length === 0) return false
  await endUnanswered(db, now)
  await updateLost(db, later(now, -LOST_AFTER_MS), now)
  let hasOpened = false
  const failures: unknown[] = []
  for (const jobId of jobs) {
    const advance = (gate: FieldGate | null) =>
      db.transaction().execute((trx) => advanceJob(trx, jobId, gate, now))
    try {
      let step = await advance(null)
      if (step.gated !== null) step = await advance(await judgeGate(db, step.gated, now))
      hasOpened ||= step.hasOpened
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 1) throw new AggregateError(failures, 'update jobs do not go on')
  if (failures.length > 0) throw failures[0]
  return hasOpened
}

/** @param gate what the field data came to; null: not read yet */
async function advanceJob(trx: Trx, jobId: JobId, gate: FieldGate | null, now: EpochMs): Promise<Step> {
  const job = await lockOpenJob(trx, jobId)
  if (job === null || job.state === 'paused') return STAYS
  const members = await selectMembers(trx, job, now)
  const verdict = judge(job, members, now)
  switch (verdict.kind) {
    case 'pause':
      await pause(trx, job, reasonOf(verdict, members), now)
      return STAYS
    case 'wait': {
      const nextWaveAt = verdict.for === 'soak' ? verdict.until : null
      const state = nextWaveAt === null ? 'running' : 'held'
      const waitsFor = waitOf(verdict, now)
      if (state !== job.state || waitsFor !== job.waitsFor)
        await updateFirmwareJob(trx, jobId, { state, nextWaveAt, waitsFor })
      return STAYS
    }
    case 'go_on':
      if (members.some(({ wave }) => wave > job.wave)) return passGate(trx, job, gate, now)
      await end(trx, job, now)
      return STAYS
  }
}

/** Opens the next wave, unless the field data of this one speak against it. They are judged once. */
async function passGate(
  trx: Trx,
  job: ShownFirmwareJob,
  gate: FieldGate | null,
  now: EpochMs,
): Promise<Step> {
  const { jobId, wave, plan } = job
  const known = await selectGates(trx, jobId)
  if (isLongEnough(minutes(plan.soakMinutes)) && !known.some((one) => one.wave === wave)) {
    if (gate?.wave !== wave) return { ...STAYS, gated: job }
    await insertGate(trx, jobId, gate)
    if (gate.finding !== null) {
      await pause(trx, job, gate.finding, now)
      return STAYS
    }
  }
  await openNext(trx, job)
  return { ...STAYS, hasOpened: true }
}

/** Terminals that start again are out of reach for a moment as well. */
function waitOf({ for: waitsFor, until }: Extract<WaveVerdict, { kind: 'wait' }>, now: EpochMs): WaveWait {
  const isMoment = until !== null && now < later(until, CONTACT_MISSED_AFTER_MS - LOST_AFTER_MS)
  return waitsFor === 'contact' && isMoment ? 'running' : waitsFor
}

/** The last wave is not watched: nothing waits for it. */
function judge(
  { wave: number, plan, resumedAt }: ShownFirmwareJob,
  members: readonly JobMember[],
  now: EpochMs,
) {
  const isKnown = ({ changedAt }: JobMember) => resumedAt !== null && changedAt <= resumedAt
  const later = members.filter(({ wave }) => wave > number)
  const own = members.filter(
    (member) =>
      member.wave === number && member.state !== 'cancelled' && !(isFailed(member.state) && isKnown(member)),
  )
  const installations = later.length === 0 ? own : awaitedOf(own.map((member) => asAwaited(member, now)))
  return judgeWave(
    { number, installations },
    later.map((member) => ({ ...member, isSilent: !member.isOnline })),
    { ...plan, soakMs: later.length === 0 ? 0 : minutes(plan.soakMinutes) },
    now,
  )
}

function asAwaited(member: JobMember, now: EpochMs) {
  const isPostponed = member.state === 'waiting' && (member.notBefore ?? now) > now
  return { ...member, isPostponed, terminals: 1 }
}

function reasonOf(
  { reason, failed, about }: Extract<WaveVerdict, { kind: 'pause' }>,
  members: readonly JobMember[],
): PauseReason {
  const first = Math.min(...members.map(({ wave }) => wave))
  const terminals = members.filter(({ wave }) => wave === first).length
  return named({ kind: reason, failed, terminals, about }, members)
}

async function end(trx: Trx, job: ShownFirmwareJob, now: EpochMs): Promise<void> {
  const { jobId } = job
  await updateFirmwareJob(trx, jobId, { state: 'done', nextWaveAt: null, endedAt: now })
  await record(trx, job, 'firmware.end', now)
  const counts = await countInstalls(trx, null, [jobId])
  const isWhole = counts.every(({ state }) => state === 'done' || state === 'cancelled')
  await notifyOfJob(trx, { job, about: isWhole ? 'finished' : 'finished_partly' }, now)
}

/** What a wave did not wait for waits with the next one. */
async function openNext(trx: Trx, { jobId, wave }: ShownFirmwareJob): Promise<void> {
  await moveWaiting(trx, jobId, wave)
  await updateFirmwareJob(trx, jobId, {
    state: 'running',
    wave: wave + 1,
    nextWaveAt: null,
  })
  await openWave(trx, jobId, wave + 1)
}

async function pause(trx: Trx, job: ShownFirmwareJob, reason: PauseReason, now: EpochMs): Promise<void> {
  await updateFirmwareJob(trx, job.jobId, { state: 'paused', pausedFor: reason })
  await openWave(trx, job.jobId, 0)
  await record(trx, job, 'firmware.pause', now)
  await notifyOfJob(trx, { job, about: 'paused', reason }, now)
}

async function record(trx: Trx, { jobId, type, version }: ShownFirmwareJob, kind: string, at: EpochMs) {
  const outcome = kind === 'firmware.pause' ? 'failed' : 'done'
  await addAudit(trx, {
    ...{ at, kind, outcome, by: SERVER },
    storeId: null,
    subject: `${type} ${version}`,
    detail: { job: jobId },
  })
}
