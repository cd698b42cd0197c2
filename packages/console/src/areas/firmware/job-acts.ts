import type { WireFirmwareJob } from '@coldkeep/contract/areas/firmware-jobs'
import { isOpen, sumsOf } from './job-words'

export type JobAct = 'pause' | 'resume' | 'cancel' | 'rollBack' | 'retry'

/** What can be done with a job as it is. */
export function actsOn(job: Pick<WireFirmwareJob, 'state' | 'counts' | 'isRollback'>): readonly JobAct[] {
  const { done, failed, unreachable } = sumsOf(job.counts)
  const open = isOpen(job.state)
  const acts: readonly (readonly [JobAct, boolean])[] = [
    ['pause', open && job.state !== 'paused'],
    ['resume', job.state === 'paused'],
    ['cancel', open],
    ['rollBack', !job.isRollback && done > 0],
    ['retry', (!open || job.state === 'paused') && failed + unreachable > 0],
  ]
  return acts.filter(([, isPossible]) => isPossible).map(([act]) => act)
}
