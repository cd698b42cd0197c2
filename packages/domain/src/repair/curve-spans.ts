import { type EpochMs, hours, later } from '../time/instant'
import type { Period } from '../time/period'

/** Both curves are as long, so that they can be compared by eye. */
const CURVE_HOURS = 48
/** The fault is in sight for at least so long. */
const LEAST_HOURS_OF_FAULT = 12

/**
 * The 48 hours before a case was opened and the 48 hours after its repair. Where the first alarm came long before the
 * report, the first span shows a day on each side of the alarm instead.
 * @param repairedAt null: not repaired yet
 */
export function curveSpans(of: {
  readonly reportedAt: EpochMs
  readonly firstAlarmAt: EpochMs | null
  readonly repairedAt: EpochMs | null
}): { readonly before: Period; readonly after: Period | null } {
  const { reportedAt, firstAlarmAt, repairedAt } = of
  const earliest = later(reportedAt, -hours(CURVE_HOURS - LEAST_HOURS_OF_FAULT))
  const isLongAgo = firstAlarmAt !== null && firstAlarmAt < earliest
  const endAt = isLongAgo ? later(firstAlarmAt, hours(CURVE_HOURS / 2)) : reportedAt
  return {
    before: { startAt: later(endAt, -hours(CURVE_HOURS)), endAt },
    after: repairedAt === null ? null : { startAt: repairedAt, endAt: later(repairedAt, hours(CURVE_HOURS)) },
  }
}
