import { type EpochMs, epochMs, hours } from '../time/instant'
import { addDays, dateOfDayNumber, dayNumber, type LocalDate } from '../time/local-date'

/** Months of statements and days of expiry are those of UTC+08:00, as in reports, wherever a store is. */
const OFFSET_MS = hours(8)
const DAY_MS = hours(24)

/** The first day of the month that holds an instant. */
export function creditMonth(at: EpochMs): LocalDate {
  const on = dateOfDayNumber(Math.floor((at + OFFSET_MS) / DAY_MS))
  return addDays(on, 1 - Number(on.slice(8)))
}

/** When points that are good through a day are gone. */
export function expiryAfter(lastDay: LocalDate): EpochMs {
  return epochMs((dayNumber(lastDay) + 1) * DAY_MS - OFFSET_MS)
}

/** The day through which points are good that are gone at an instant. */
export function lastDayOf(expiresAt: EpochMs): LocalDate {
  return addDays(dateOfDayNumber(Math.floor((expiresAt + OFFSET_MS) / DAY_MS)), -1)
}
