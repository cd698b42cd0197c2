import { isFailed, LOST_AFTER_MS } from '@coldkeep/domain/firmware/installation-state'
import { judgeWave, type WaveVerdict } from '@coldkeep/domain/firmware/judge-wave'
import type { JobId } from '@coldkeep/domain/ids'
import { type EpochMs, later, minutes } from '@coldkeep/domain/time/instant'
import { addAudit, SERVER } from '../audit/add-audit'
import type { Db, Trx } from '../db/connect'
import type { PauseReason } from '../db/firmware-tables'
import { openWave } from '../jobs/job-queries'
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
import { notifyOfJob } from './notify-of-job'

/**
 * Goes on with every job that has not ended, each in a transaction of its own: opens the next wave, holds, pauses or ends it.
 * Several servers may do it at once.
 * @returns true where a wave was opened
 */
export async function advanceJobs(db: Db, now: EpochMs): Promise<boolean> {
  const jobs = await selectOpenJobs(db)
  if (jobs.length === 0) return false
  await endUnanswered(db, now)
  await updateLost(db, later(now, -LOST_AFTER_MS), now)
  let hasOpened = false
  for (const jobId of jobs) {
    const opened = await db.transaction().execute((trx) => advanceJob(trx, jobId, now))
    hasOpened ||= opened
  }
  return hasOpened
}

async function advanceJob(trx: Trx, jobId: JobId, now: EpochMs): Promise<boolean> {
  const job = await lockOpenJob(trx, jobId)
  if (job === null || job.state === 'paused') return false
  const members = await selectMembers(trx, job, now)
  const verdict = judge(job, members, now)
  switch (verdict.kind) {
    case 'pause':
      await pause(trx, job, reasonOf(verdict, members), now)
      return false
    case 'wait': {
      const nextWaveAt = verdict.for === 'soak' ? verdict.until : null
      const state = nextWaveAt === null ? 'running' : 'held'
      if (state !== job.state) await updateFirmwareJob(trx, jobId, { state, nextWaveAt })
      return false
    }
    case 'go_on':
      if (members.some(({ wave }) => wave > job.wave)) {
        await openNext(trx, job)
        return true
      }
      await end(trx, job, now)
      return false
  }
}

/** The last wave is not watched: nothing waits for it. */
function judge(
  { wave: number, plan, resumedAt }: ShownFirmwareJob,
  members: readonly JobMember[],
  now: EpochMs,
) {
  const isKnown = ({ changedAt }: JobMember) => resumedAt !== null && changedAt <= resumedAt
  const installations = members.filter(
    (member) => member.wave === number && !(isFailed(member.state) && isKnown(member)),
  )
  const later = members.filter(({ wave }) => wave > number)
  return judgeWave(
    { number, installations },
    later.map((member) => ({ ...member, isSilent: !member.isOnline })),
    { ...plan, soakMs: later.length === 0 ? 0 : minutes(plan.soakMinutes) },
    now,
  )
}

function reasonOf(
  { reason, failed, about }: Extract<WaveVerdict, { kind: 'pause' }>,
  members: readonly JobMember[],
): PauseReason {
  const first = Math.min(...members.map(({ wave }) => wave))
  const terminals = members.filter(({ wave }) => wave === first).length
  const vendor = members.find(
    ({ vendorId }) => about?.kind === 'vendor' && about.name === String(vendorId),
  )?.vendor
  return { kind: reason, failed, terminals, about: about && vendor ? { ...about, name: vendor } : about }
}

async function end(trx: Trx, job: ShownFirmwareJob, now: EpochMs): Promise<void> {
  const { jobId } = job
  await updateFirmwareJob(trx, jobId, { state: 'done', nextWaveAt: null, endedAt: now })
  await record(trx, job, 'firmware.end', now)
  const counts = await countInstalls(trx, null, [jobId])
  const isWhole = counts.every(({ state }) => state === 'done' || state === 'cancelled')
  await notifyOfJob(trx, { job, about: isWhole ? 'finished' : 'finished_partly' }, now)
}

async function openNext(trx: Trx, { jobId, wave }: ShownFirmwareJob): Promise<void> {
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
