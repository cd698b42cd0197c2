import { days, type EpochMs, later } from '@coldkeep/domain/time/instant'
import type { Db } from '../db/connect'
import { screenRules } from '../settings/screen-rules'
import type { Recordings } from './recordings'
import { type Holder, selectExpired, selectStoresRecordedBefore, updateRemoved } from './segment-queries'

const LEAST_KEPT_DAYS = 1

/**
 * Removes pieces of recordings of one data folder that are over the time which holds for their store. That they were there, and their place in
 * the chain, stays.
 */
export async function expireRecordings(
  db: Db,
  recordings: Recordings,
  holder: Holder,
  now: EpochMs,
): Promise<void> {
  const stores = await selectStoresRecordedBefore(db, holder, later(now, -days(LEAST_KEPT_DAYS)))
  await recordings.tidyDrafts(now)
  const rules = await screenRules.ofStores(db, stores)
  for (const storeId of stores) {
    const { keptDays } = rules.get(storeId) ?? screenRules.fallback
    const before = later(now, -days(keptDays))
    // in this order: a process that dies in between leaves no file that no row would lead to
    await recordings.remove(await selectExpired(db, storeId, holder, before))
    await updateRemoved(db, storeId, { holder, before, now })
  }
}
