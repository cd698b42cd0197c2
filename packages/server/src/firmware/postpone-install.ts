import { postpone, type StoreConsent } from '@coldkeep/domain/firmware/store-window'
import type { JobId, StoreId } from '@coldkeep/domain/ids'
import { fail, ok, type Result } from '@coldkeep/domain/result'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type Actor, addAudit } from '../audit/add-audit'
import type { Trx } from '../db/connect'
import { lockWaiting, updateConsent } from '../jobs/target-queries'
import { windowOf } from './plan-window'
import { holdOpenJob } from './planned-queries'

/** Nothing waits at the store any more, the job does not ask, or the store has said it as often as it may. */
export type PostponeProblem = 'firmware.not_planned' | 'firmware.not_postponable' | 'firmware.postponed_out'

export interface Postponement {
  readonly jobId: JobId
  readonly storeId: StoreId
  readonly by: Actor
  readonly now: EpochMs
}

/**
 * "Not today" of a store: all of its terminals that wait for a job let the window pass that is open or comes next. The same
 * wish before that window is over changes nothing.
 */
export async function postponeInstall(
  trx: Trx,
  { jobId, storeId, by, now }: Postponement,
): Promise<Result<StoreConsent, PostponeProblem>> {
  const job = await holdOpenJob(trx, jobId, storeId)
  const waiting = job === null ? [] : await lockWaiting(trx, jobId, storeId)
  const [first] = waiting
  if (job === null || first === undefined) return fail('firmware.not_planned')
  if (!job.plan.mayPostpone) return fail('firmware.not_postponable')
  const before = waiting.reduce((most, one) => (one.postponed > most.postponed ? one : most), first)
  const consent = postpone(windowOf(job.plan), job.zone, before, now)
  if (!consent.ok) return fail('firmware.postponed_out')
  const { value } = consent
  if (value.postponed === before.postponed) return ok(value)
  const terminalIds = waiting.map(({ terminalId }) => terminalId)
  await updateConsent(trx, { jobId, storeId, terminalIds }, value)
  await addAudit(trx, {
    at: now,
    by,
    storeId,
    kind: 'firmware.postpone',
    subject: `${job.type} ${job.version}`,
    detail: { job: jobId, until: new Date(value.notBefore ?? now).toISOString() },
    outcome: 'done',
  })
  return ok(value)
}
