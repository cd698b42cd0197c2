import { epochMs, hours } from '../time/instant'
import { type Period, withoutPeriods } from '../time/period'
import { type OpeningHours, openPeriods } from './opening-hours'

/** By then goods, walls and coil have given up what the last customers let in. */
const FORGOTTEN_AFTER_MS = hours(3)
/** A shop that is closed for less than that has no quiet of its own. */
const SHORTEST_CLOSING_MS = hours(6)
/** When the fewest people shop, by the clock: 01:00 to 05:00. */
const SMALL_HOURS: OpeningHours = { opensAtMinute: 60, closesAtMinute: 300 }
const DAY_MINUTES = 1440
const MINUTE_MS = 60_000

/**
 * The time inside a period in which customers hardly load a device: from three hours after a shop has closed until it opens;
 * where it closes for less than six hours, or never, 01:00 to 05:00. By its local clock, in order.
 * @throws RangeError when the zone is unknown
 */
export function quietPeriods(zone: string, shop: OpeningHours, period: Period): Period[] {
  if (closedMs(shop) < SHORTEST_CLOSING_MS) return openPeriods(zone, SMALL_HOURS, period)
  const startAt = epochMs(period.startAt - FORGOTTEN_AFTER_MS)
  const open = openPeriods(zone, shop, { startAt, endAt: period.endAt })
  const busy = open.map((part) => ({ ...part, endAt: epochMs(part.endAt + FORGOTTEN_AFTER_MS) }))
  return withoutPeriods(period, busy)
}

function closedMs({ opensAtMinute, closesAtMinute }: OpeningHours): number {
  if (opensAtMinute === closesAtMinute) return 0
  return ((opensAtMinute - closesAtMinute + DAY_MINUTES) % DAY_MINUTES) * MINUTE_MS
}
