import { listBreaches } from '@coldkeep/contract/areas/corrections'
import type { ExpiryStatus } from '@coldkeep/domain/analysis/insured-coverage'
import type { VerdictCounts } from '@coldkeep/domain/analysis/protection-verdict'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { isOpenTo } from '../access/may-call'
import type { Scope } from '../access/scope'
import type { SignedIn } from '../access/signed-in'
import { countExpiryStatuses } from '../analysis/expiry-statuses'
import { countOpenBreaches } from '../corrections/breach-queries'
import type { Db } from '../db/connect'
import { type BreachedStore, selectBreachedStores, selectZoneVerdicts } from './home-temperature-queries'
import { homeDays } from './parts'

export interface HomeTemperature {
  /** Insured devices by their verdict of yesterday. */
  readonly yesterday: VerdictCounts
  /** Of yesterday, those with most breaches first. */
  readonly breached: readonly BreachedStore[]
  /** Breaches whose corrective action is not checked yet, whenever they were; `null`: their page is closed to the reader. */
  readonly openBreaches: number | null
  readonly expiries: Readonly<Record<ExpiryStatus, number>>
  readonly computedAt: EpochMs
}

/** The figures of the protection card of a department: yesterday is that of each store's own calendar. */
export async function collectHomeTemperature(
  db: Db,
  user: SignedIn,
  scope: Scope,
  now: EpochMs,
): Promise<HomeTemperature> {
  const { first, last, isYesterday } = await homeDays(db, scope, now)
  const [byZone, breached, expiries, openBreaches] = await Promise.all([
    selectZoneVerdicts(db, scope, { first, last }),
    selectBreachedStores(db, scope, { first, last }),
    countExpiryStatuses(db, { scope, storeIds: null }, now),
    isOpenTo(user, listBreaches) ? countOpenBreaches(db, scope) : null,
  ])
  const verdicts = byZone.filter(isYesterday)
  const yesterday = { breach: 0, watch: 0, protected: 0, no_data: 0 }
  for (const row of verdicts) {
    yesterday.breach += row.breach
    yesterday.watch += row.watch
    yesterday.protected += row.protected
    yesterday.no_data += row.no_data
  }
  return {
    yesterday,
    breached: breached.filter(isYesterday),
    openBreaches,
    expiries,
    computedAt: verdicts.length === 0 ? now : epochMs(Math.max(...verdicts.map((row) => row.computedAt))),
  }
}
