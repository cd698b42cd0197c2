import { type EpochMs, hours } from '../time/instant'
import { addDays, dateOfDayNumber, dayNumber, type LocalDate } from '../time/local-date'

/** Months of statements and days of expiry are those of UTC+08:00, as in reports, wherever a store is. */
const OFFSET_MS = hours(8)
const DAY_MS = hours(24)

/** The first day of the month that holds an instant. */
export function creditMonth(at: EpochMs): LocalDate {
  const on = dateOfDayNumber(Math.floor((at + OFFSET_MS) / DAY_MS))
  return addDays(on, 1 - Number(on.slice(8)))
}

/** The first day of the month after the one that a day is in. */
export function nextCreditMonth(first: LocalDate): LocalDate {
  const within = addDays(first, 31)
  return addDays(within, 1 - Number(within.slice(8)))
}

/** When a day begins. */
export function startOfCreditDay(on: LocalDate): EpochMs {
  return (dayNumber(on) * DAY_MS - OFFSET_MS) as EpochMs
}

/** When points that are good through a day are gone. */
export function expiryAfter(lastDay: LocalDate): EpochMs {
  return startOfCreditDay(addDays(lastDay, 1))
}
