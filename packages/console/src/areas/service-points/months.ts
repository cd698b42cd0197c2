import { addDays, type LocalDate } from '@coldkeep/domain/time/local-date'

/** Months whose statement is offered. */
const OFFERED = 24

/** The month that holds a day and those before it, the newest first, `YYYY-MM` each. */
export function monthsBefore(today: LocalDate): string[] {
  const months: string[] = []
  let first = addDays(today, 1 - Number(today.slice(8)))
  for (let count = 0; count < OFFERED; count++) {
    months.push(first.slice(0, 7))
    const before = addDays(first, -1)
    first = addDays(before, 1 - Number(before.slice(8)))
  }
  return months
}
