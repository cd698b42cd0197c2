import { addDays, type LocalDate } from '../time/local-date'

/** How long a device ran on one day of its store. */
export interface RunDay {
  readonly on: LocalDate
  readonly hours: number
}

/** What comes is taken to be as the last days were; fewer say too little. */
const RECENT_DAYS = 28
const LEAST_DAYS = 3
/** Further ahead no forecast holds. */
const MOST_AHEAD_DAYS = 3_650

/**
 * The day on which a device has run for so many hours: of days that are over, or by how it ran of late.
 * @param days since the work was done, in order; days that were not counted are left out
 * @returns `null` where too little is known
 */
export function dueByHours(everyHours: number, days: readonly RunDay[]): LocalDate | null {
  let sum = 0
  for (const { on, hours } of days) {
    sum += hours
    if (sum >= everyHours) return on
  }
  const recent = days.slice(-RECENT_DAYS)
  const last = days.at(-1)
  if (last === undefined || recent.length < LEAST_DAYS) return null
  const hoursPerDay = recent.reduce((total, { hours }) => total + hours, 0) / recent.length
  const ahead = Math.ceil((everyHours - sum) / hoursPerDay)
  return ahead <= MOST_AHEAD_DAYS ? addDays(last.on, ahead) : null
}
