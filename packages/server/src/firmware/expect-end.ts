import { expectedEnd } from '@coldkeep/domain/firmware/expected-end'
import { groupBy } from '@coldkeep/domain/group-by'
import { type EpochMs, minutes } from '@coldkeep/domain/time/instant'
import type { Db } from '../db/connect'
import { selectInstallMs } from './install-queries'
import { type ShownFirmwareJob, selectJobGroups } from './job-queries'
import { windowOf } from './plan-window'

/** About when a job ends, of all its stores; null where it has ended, is paused, or it cannot be known. */
export async function expectEnd(
  db: Db,
  { jobId, type, state, wave, plan, nextWaveAt }: ShownFirmwareJob,
  now: EpochMs,
): Promise<EpochMs | null> {
  if (state !== 'running' && state !== 'held') return null
  const installMs = await selectInstallMs(db, jobId, type)
  const groups = installMs === null ? [] : await selectJobGroups(db, { jobId, wave, type }, now)
  return expectedEnd(
    {
      ...{ installMs, nextWaveAt, rate: plan.rate, soakMs: minutes(plan.soakMinutes) },
      window: windowOf(plan),
      waves: [...groupBy(groups, (group) => group.wave).values()],
    },
    now,
  )
}
