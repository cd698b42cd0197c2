import { type ExpiryStatus, expiryOf } from '@coldkeep/domain/analysis/insured-coverage'
import { nearestSetting } from '@coldkeep/domain/organisation/setting-scope'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Db } from '../db/connect'
import type { StoreFilter } from '../filters/store-name-queries'
import { figureRules } from '../settings/figure-rules'
import { countExpiriesByPlace, countStoreExpiries } from './shown-temperature-queries'

/** How many insured stores are how far from the end of their insurance, each by what was chosen for it. */
export async function countExpiryStatuses(
  db: Db,
  filter: StoreFilter,
  now: EpochMs,
): Promise<Readonly<Record<ExpiryStatus, number>>> {
  const counts = { active: 0, expiring: 0, expired: 0 }
  const rules = await figureRules.insurance.written(db)
  if (rules.size === 0) {
    for (const { today, lastOn, stores } of await countStoreExpiries(db, filter, now))
      counts[expiryOf(lastOn, today).status] += stores
    return counts
  }
  const own = [...rules.values()].flatMap(({ scope }) => (scope.kind === 'store' ? [scope.storeId] : []))
  for (const { today, lastOn, place, stores } of await countExpiriesByPlace(db, filter, now, own))
    counts[expiryOf(lastOn, today, nearestSetting(rules, place)?.figures).status] += stores
  return counts
}
