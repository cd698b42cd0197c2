import { type DayPeriod, shiftDay } from '../../parts/day-period'

/** Readings are kept of the month that goes on and the 24 before it. */
const MONTHS = 25

/** The first and the last day of a month, which is `YYYY-MM`. */
export function daysOfMonth(month: string): DayPeriod {
  const first = `${month}-01`
  // whatever its length, so far on is in the next
  const next = shiftDay(first, 31).slice(0, 7)
  return { first, last: shiftDay(`${next}-01`, -1) }
}

/** The month of a day and those before it, for as long as readings are kept. */
export function monthsUntil(day: string): readonly [string, ...string[]] {
  const months: [string, ...string[]] = [day.slice(0, 7)]
  while (months.length < MONTHS) months.push(shiftDay(`${months.at(-1)}-01`, -1).slice(0, 7))
  return months
}
