import { NO_WISH } from '@coldkeep/domain/firmware/store-window'
import type { JobId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { cancelQueued } from '../commands/command-queries'
import type { Trx } from '../db/connect'
import type { JobKind, JobPlace } from './job-kind'
import { cancelTargets, insertJob, type JobDraft } from './job-queries'
import { keepResults } from './target-queries'

/**
 * Starts a job of a few targets and begins all of them in the same transaction.
 * @throws TargetRefused where one of them is refused
 */
export async function startAtOnce<Input>(
  trx: Trx,
  kind: JobKind<Input>,
  draft: JobDraft & { readonly input: Input },
  places: readonly JobPlace[],
): Promise<JobId> {
  const { by, at: now, input } = draft
  const jobId = await insertJob(trx, draft, places)
  const begin = await kind.open(trx, input)
  for (const place of places) {
    const target = { ...place, ...NO_WISH, jobId, by, now }
    await keepResults(trx, { ...target, attempts: 1 }, await begin(trx, target), now)
  }
  return jobId
}

/** Gives up the targets that wait, and commands that no terminal was sent. What was sent takes its course. */
export async function cancelJob(trx: Trx, jobId: JobId, now: EpochMs): Promise<void> {
  for (const { storeId, commandId } of await cancelTargets(trx, jobId, now)) {
    await cancelQueued(trx, storeId, commandId, now)
  }
}
