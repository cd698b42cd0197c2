import { type EpochMs, epochMs, hours, minutes } from './instant'
import { addDays, dateOfDayNumber, dayNumber, dayOfWeek, type LocalDate } from './local-date'
import type { Period } from './period'

/** How often something is reported. */
export const reportCycles = ['day', 'week', 'month'] as const
export type ReportCycle = (typeof reportCycles)[number]

/** A clock of a fixed distance to UTC, and the hour on it at which what has just ended is reported. */
export interface ReportTime {
  readonly cycle: ReportCycle
  /** 0 to 23. */
  readonly hour: number
  readonly offsetMinutes: number
}

const DAY_MS = hours(24)

/** The day, week (Monday to Sunday) or calendar month that holds an instant. */
export function cyclePeriod({ cycle, offsetMinutes }: ReportTime, at: EpochMs): Period {
  const today = dateOfDayNumber(Math.floor((at + minutes(offsetMinutes)) / DAY_MS))
  const first = firstDay(cycle, today)
  return { startAt: startOf(first, offsetMinutes), endAt: startOf(nextFirst(cycle, first), offsetMinutes) }
}

/** When a period is reported: at the given hour after its end. */
export function reportedAt({ hour }: ReportTime, { endAt }: Period): EpochMs {
  return epochMs(endAt + hours(hour))
}

function firstDay(cycle: ReportCycle, on: LocalDate): LocalDate {
  if (cycle === 'day') return on
  if (cycle === 'week') return addDays(on, 1 - dayOfWeek(on))
  return addDays(on, 1 - Number(on.slice(8)))
}

function nextFirst(cycle: ReportCycle, first: LocalDate): LocalDate {
  if (cycle === 'day') return addDays(first, 1)
  if (cycle === 'week') return addDays(first, 7)
  return firstDay('month', addDays(first, 31))
}

function startOf(on: LocalDate, offsetMinutes: number): EpochMs {
  return epochMs(dayNumber(on) * DAY_MS - minutes(offsetMinutes))
}
