import { addDays, daysBetween, type LocalDate, localDate } from '../time/local-date'
import type { DoneUpkeep, UpkeepCycle, UpkeepSchedule } from './upkeep-plan'

const DAYS_OF_WEEK = 7
const MONTHS = 12

/**
 * The day on which work is due next.
 * @param last the work that was done last; `null`: none yet
 */
export function nextDue(schedule: UpkeepSchedule, last: DoneUpkeep | null): LocalDate {
  const { base, startsOn } = schedule
  if (last === null) return startsOn
  // work that was done before its day stands for that day, late work also for the days that it has missed
  const covered = last.doneOn > last.dueOn ? last.doneOn : last.dueOn
  // a start that was put behind all that was done is a new one
  if (startsOn > covered) return startsOn
  return base === 'done' ? cycleAfter(last.doneOn, schedule, 1) : firstAfter(covered, schedule)
}

/** The first day of a schedule behind a day that is not before its start. */
function firstAfter(day: LocalDate, schedule: UpkeepSchedule): LocalDate {
  const { startsOn } = schedule
  let count = cyclesWithin(startsOn, day, schedule)
  while (cycleAfter(startsOn, schedule, count) <= day) count++
  return cycleAfter(startsOn, schedule, count)
}

/** How many whole cycles fit between two days, or one fewer. */
function cyclesWithin(from: LocalDate, to: LocalDate, { every, unit }: UpkeepCycle): number {
  if (unit === 'month') return Math.max(0, Math.floor((monthNumber(to) - monthNumber(from) - 1) / every))
  return Math.floor(daysBetween(from, to) / (unit === 'week' ? every * DAYS_OF_WEEK : every))
}

function cycleAfter(day: LocalDate, { every, unit }: UpkeepCycle, count: number): LocalDate {
  if (unit === 'month') return addMonths(day, every * count)
  return addDays(day, (unit === 'week' ? every * DAYS_OF_WEEK : every) * count)
}

/** The same day of a later month, or its last day where it has no such day. */
function addMonths(day: LocalDate, count: number): LocalDate {
  const month = monthNumber(day) + count
  const [year, ofYear] = [Math.floor(month / MONTHS), month % MONTHS]
  const lastDay = new Date(Date.UTC(year, ofYear + 1, 0)).getUTCDate()
  const two = (part: number) => String(part).padStart(2, '0')
  return localDate(
    `${String(year).padStart(4, '0')}-${two(ofYear + 1)}-${two(Math.min(Number(day.slice(8, 10)), lastDay))}`,
  )
}

/** Months since the year 0. */
function monthNumber(day: LocalDate): number {
  return Number(day.slice(0, 4)) * MONTHS + Number(day.slice(5, 7)) - 1
}
