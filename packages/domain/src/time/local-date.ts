declare const localDateBrand: unique symbol

/** A day of a calendar without a place, `YYYY-MM-DD`. Texts compare as days do. */
export type LocalDate = string & { readonly [localDateBrand]: true }

const DAY_MS = 86_400_000
const FORM = /^\d{4}-\d{2}-\d{2}$/

/** True when the text names a day that exists. */
export function isLocalDate(text: string): text is LocalDate {
  if (!FORM.test(text)) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && dateOfDayNumber(at / DAY_MS) === text
}

/** @throws RangeError when the text names no day: for texts that were checked before, and for constants. */
export function localDate(text: string): LocalDate {
  if (!isLocalDate(text)) throw new RangeError(`not a date: ${text}`)
  return text
}

/** Days since 1970-01-01 in the proleptic Gregorian calendar. */
export function dayNumber(on: LocalDate): number {
  return Date.UTC(Number(on.slice(0, 4)), Number(on.slice(5, 7)) - 1, Number(on.slice(8, 10))) / DAY_MS
}

export function dateOfDayNumber(number: number): LocalDate {
  return new Date(number * DAY_MS).toISOString().slice(0, 10) as LocalDate
}

/** The day that lies `count` days later, or earlier when negative. */
export function addDays(on: LocalDate, count: number): LocalDate {
  return dateOfDayNumber(dayNumber(on) + count)
}

/** Days from the first to the second: 1 from a day to the next, negative backwards. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return dayNumber(to) - dayNumber(from)
}

/** For sorting: negative when the first day is earlier. */
export function compareDates(a: LocalDate, b: LocalDate): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Monday 1 to Sunday 7, as ISO 8601 counts. */
export function dayOfWeek(on: LocalDate): number {
  // 1970-01-01 was a Thursday.
  return ((((dayNumber(on) + 3) % 7) + 7) % 7) + 1
}

/** All days from the first to the last, both included; none when the last is earlier. */
export function datesFrom(first: LocalDate, last: LocalDate): LocalDate[] {
  const start = dayNumber(first)
  const count = Math.max(0, dayNumber(last) - start + 1)
  return Array.from({ length: count }, (_, index) => dateOfDayNumber(start + index))
}
