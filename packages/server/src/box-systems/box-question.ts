import { Problem } from '@coldkeep/contract/problem'
import { mayPostpone } from '@coldkeep/domain/firmware/store-window'
import type { JobId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { KnownTerminal } from '../access/known-terminal'
import type { Db } from '../db/connect'
import { selectWaitingBoxJob } from '../firmware/planned-queries'
import { postponeInstall } from '../firmware/postpone-install'
import { lockConsent, selectConsent, updateConfirmed } from './consent-queries'

/**
 * The job about which a box is to be asked: it waits for the terminal, its store may let it wait for another day, and the
 * box has not answered yet. Null: there is none.
 */
export async function openQuestion(db: Db, terminal: KnownTerminal, now: EpochMs): Promise<JobId | null> {
  const waiting = await selectWaitingBoxJob(db, terminal)
  if (waiting === null || !waiting.plan.mayPostpone || !mayPostpone(waiting, now)) return null
  const { autoConfirmedAt, confirmedJobId } = await selectConsent(db, terminal)
  return autoConfirmedAt !== null || confirmedJobId === waiting.jobId ? null : waiting.jobId
}

/**
 * Keeps the answer of a box, which may come twice. A yes only ends the question: when the job begins is said by the window
 * of the store. A no is "not today" of the whole store, after which the box is asked again.
 * @throws Problem `firmware.job_unknown` where the job does not wait for the box or the box is not to be asked, and what
 * "not today" of a store is refused with
 */
export async function keepAnswer(
  db: Db,
  terminal: KnownTerminal,
  jobId: JobId,
  confirmation: 'confirmed' | 'denied',
  now: EpochMs,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { autoConfirmedAt } = await lockConsent(trx, terminal)
    const waiting = await selectWaitingBoxJob(trx, terminal)
    if (waiting?.jobId !== jobId || autoConfirmedAt !== null) throw new Problem('firmware.job_unknown')
    if (confirmation === 'denied') {
      const by = { accountId: null, name: terminal.terminalId }
      const postponed = await postponeInstall(trx, { jobId, storeId: terminal.storeId, by, now })
      if (!postponed.ok) throw new Problem(postponed.problem)
    }
    await updateConfirmed(trx, terminal, confirmation === 'confirmed' ? jobId : null)
  })
}
