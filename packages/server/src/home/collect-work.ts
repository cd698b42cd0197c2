import { listFirmwareJobs } from '@coldkeep/contract/areas/firmware-jobs'
import type { homeWork } from '@coldkeep/contract/areas/home'
import { listRepairCases } from '@coldkeep/contract/areas/repair'
import { listUpkeepPlans } from '@coldkeep/contract/areas/upkeep-plans'
import type { Answer } from '@coldkeep/contract/call'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { isOpenTo } from '../access/may-call'
import type { Scope } from '../access/scope'
import type { SignedIn } from '../access/signed-in'
import type { Db } from '../db/connect'
import { countOpenJobs } from '../firmware/job-queries'
import { countOpenCases } from '../repair/open-case-queries'
import { countDuePlans } from '../upkeep/due-plan-queries'

/** How much work is due in a scope, of the pages that the caller may open; `null` of the others. */
export async function collectWork(
  db: Db,
  user: SignedIn,
  scope: Scope,
  now: EpochMs,
): Promise<Answer<typeof homeWork>> {
  const [upkeep, repairs, running] = await Promise.all([
    isOpenTo(user, listUpkeepPlans) ? countDuePlans(db, scope, now) : null,
    isOpenTo(user, listRepairCases) ? countOpenCases(db, scope, user.accountId) : null,
    isOpenTo(user, listFirmwareJobs) ? countOpenJobs(db, scope) : null,
  ])
  return { upkeep, repairs, updates: running === null ? null : { running } }
}
