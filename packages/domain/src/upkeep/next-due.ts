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
  const first = firstOfMonth(monthNumber(day) + count)
  const last = addDays(firstOfMonth(monthNumber(day) + count + 1), -1)
  const same = addDays(first, Number(day.slice(8, 10)) - 1)
  return same > last ? last : same
}

function firstOfMonth(month: number): LocalDate {
  const year = String(Math.floor(month / MONTHS)).padStart(4, '0')
  return localDate(`${year}-${String((month % MONTHS) + 1).padStart(2, '0')}-01`)
}

/** Months since the year 0. */
function monthNumber(day: LocalDate): number {
  return Number(day.slice(0, 4)) * MONTHS + Number(day.slice(5, 7)) - 1
}
