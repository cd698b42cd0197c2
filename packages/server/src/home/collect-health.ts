import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import type { Scope } from '../access/scope'
import type { Db } from '../db/connect'
import {
  countOpenWarnings,
  selectWorstDevices,
  selectZoneHealth,
  type WorstDevice,
} from './home-health-queries'
import { homeDays } from './parts'

export interface HomeHealth {
  /** Today so far, or yesterday while today has nothing yet. */
  readonly isToday: boolean
  /** Devices by the class of their last score of that day. */
  readonly counts: Readonly<Record<'good' | 'fair' | 'watch' | 'poor' | 'no_score', number>>
  readonly worst: readonly WorstDevice[]
  readonly openWarnings: number
  readonly computedAt: EpochMs
}

/** Worth naming: the lowest class. */
const NAMED_BELOW = 50
const MOST_NAMED = 2

/**
 * The figures of the health card of a department; today and yesterday are those of each store's own calendar.
 */
export async function collectHomeHealth(db: Db, scope: Scope, now: EpochMs): Promise<HomeHealth> {
  const { first, last, isToday, isYesterday } = await homeDays(db, scope, now)
  const [rows, worst, openWarnings] = await Promise.all([
    selectZoneHealth(db, scope, { first, last }),
    selectWorstDevices(db, scope, NAMED_BELOW, MOST_NAMED),
    countOpenWarnings(db, scope),
  ])
  const isAnyToday = rows.some(isToday)
  const counted = rows.filter(isAnyToday ? isToday : isYesterday)
  const counts = { good: 0, fair: 0, watch: 0, poor: 0, no_score: 0 }
  for (const row of counted) {
    counts.good += row.good
    counts.fair += row.fair
    counts.watch += row.watch
    counts.poor += row.poor
    counts.no_score += row.noScore
  }
  return {
    isToday: isAnyToday,
    counts,
    worst,
    openWarnings,
    computedAt: counted.length === 0 ? now : epochMs(Math.max(...counted.map((row) => row.computedAt))),
  }
}
