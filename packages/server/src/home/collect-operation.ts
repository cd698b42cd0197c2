import { type Operation, sumOperation } from '@coldkeep/domain/analysis/operation'
import { type EpochMs, epochMs, hours } from '@coldkeep/domain/time/instant'
import type { Scope } from '../access/scope'
import type { Db } from '../db/connect'
import { type LongRun, selectLongRuns, selectZoneOperation } from './home-operation-queries'
import { homeDays } from './parts'

export interface HomeOperation {
  /** Today so far, or yesterday while today has nothing yet. */
  readonly isToday: boolean
  readonly operation: Operation
  /** Of that day, if it is worth telling. */
  readonly longestRun: LongRun | null
  readonly computedAt: EpochMs
}

/** A healthy compressor rests several times a day; one that does not for so long has no capacity left, or is stuck. */
const LONG_RUN_MINUTES = hours(4) / 60_000

/**
 * The figures of the operation card of a department; today and yesterday are those of each store's own
 * calendar.
 */
export async function collectHomeOperation(db: Db, scope: Scope, now: EpochMs): Promise<HomeOperation> {
  const { first, last, isToday, isYesterday } = await homeDays(db, scope, now)
  const [rows, longRuns] = await Promise.all([
    selectZoneOperation(db, scope, { first, last }),
    selectLongRuns(db, scope, { first, last }, LONG_RUN_MINUTES),
  ])
  const isAnyToday = rows.some(isToday)
  const mustAnnounce = isAnyToday ? isToday : isYesterday
  const counted = rows.filter(mustAnnounce)
  return {
    isToday: isAnyToday,
    operation: sumOperation(counted.map(({ operation }) => operation)),
    longestRun: longRuns.find(mustAnnounce) ?? null,
    computedAt: counted.length === 0 ? now : epochMs(Math.max(...counted.map((row) => row.computedAt))),
  }
}
