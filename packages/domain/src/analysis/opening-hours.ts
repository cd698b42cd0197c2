import type { Store } from '../organisation/store'
import { type EpochMs, epochMs } from '../time/instant'
import { datesFrom, type LocalDate } from '../time/local-date'
import { intersection, lengthMinutes, mergePeriods, type Period } from '../time/period'
import { dayPeriod, localDateOf, minuteOfDay, offsetMinutes } from '../time/store-calendar'

/** Minutes after local midnight; equal values mean open all day, an earlier end means past midnight. */
export type OpeningHours = Pick<Store, 'opensAtMinute' | 'closesAtMinute'>

const MINUTE_MS = 60_000
const DAY_MINUTES = 1440

/**
 * When a shop is open inside a period, by its local clock: a night of summer-time change is an hour shorter
 * or longer for a shop that is open then, and a day that is open throughout has 23 or 25 hours. In order,
 * without overlap.
 * @throws RangeError when the zone is unknown
 */
export function openPeriods(zone: string, hours: OpeningHours, period: Period): Period[] {
  if (period.endAt <= period.startAt) return []
  if (hours.opensAtMinute === hours.closesAtMinute) return [period]
  const first = localDateOf(zone, period.startAt)
  const last = localDateOf(zone, epochMs(period.endAt - 1))
  const open = datesFrom(first, last).flatMap((on) => openOfDay(zone, hours, on))
  return mergePeriods(open.flatMap((part) => intersection(part, period) ?? []))
}

/** Minutes that a shop is open inside a period. */
export function openMinutes(zone: string, hours: OpeningHours, period: Period): number {
  return openPeriods(zone, hours, period).reduce((sum, part) => sum + lengthMinutes(part), 0)
}

function openOfDay(zone: string, hours: OpeningHours, on: LocalDate): Period[] {
  const { opensAtMinute: opens, closesAtMinute: closes } = hours
  const ranges =
    opens < closes
      ? [[opens, closes] as const]
      : [[0, closes] as const, [opens, DAY_MINUTES] as const].filter(([from, to]) => from < to)
  return evenParts(zone, dayPeriod(zone, on)).flatMap((part) => {
    const firstMinute = minuteOfDay(zone, part.startAt)
    const instantOf = (minute: number) => epochMs(part.startAt + (minute - firstMinute) * MINUTE_MS)
    return ranges.flatMap(
      ([from, to]) => intersection({ startAt: instantOf(from), endAt: instantOf(to) }, part) ?? [],
    )
  })
}

/** The day in one part, or in two where the clock is changed, so that the clock goes evenly through each. */
function evenParts(zone: string, day: Period): Period[] {
  const changeAt = clockChange(zone, day)
  if (changeAt === null) return [day]
  return [
    { startAt: day.startAt, endAt: changeAt },
    { startAt: changeAt, endAt: day.endAt },
  ]
}

/** Clocks change at most once a day and on a whole minute. */
function clockChange(zone: string, day: Period): EpochMs | null {
  const before = offsetMinutes(zone, day.startAt)
  if (before === offsetMinutes(zone, epochMs(day.endAt - 1))) return null
  let still = day.startAt / MINUTE_MS
  let changed = day.endAt / MINUTE_MS
  while (changed - still > 1) {
    const middle = Math.floor((still + changed) / 2)
    if (offsetMinutes(zone, epochMs(middle * MINUTE_MS)) === before) still = middle
    else changed = middle
  }
  return epochMs(changed * MINUTE_MS)
}
