import type { LocalDate } from '../time/local-date'

export const calendarUnits = ['day', 'week', 'month'] as const
type CalendarUnit = (typeof calendarUnits)[number]

/** By the calendar, or by the hours that a device has run. */
export const upkeepUnits = [...calendarUnits, 'running_hour'] as const
export type UpkeepUnit = (typeof upkeepUnits)[number]

/** Every so many days, weeks or months. */
export interface UpkeepCycle {
  readonly every: number
  readonly unit: CalendarUnit
}

/**
 * From what the next due day is counted: from the days that the plan has (`due`), or from the day on which the work was
 * done (`done`).
 */
export const upkeepBases = ['due', 'done'] as const
export type UpkeepBase = (typeof upkeepBases)[number]

/** When work is due. All days are days of its store. */
export interface UpkeepSchedule extends UpkeepCycle {
  readonly base: UpkeepBase
  /** The first day on which it is due. */
  readonly startsOn: LocalDate
}

/** Work that was done: on which day, and the day on which it was due. */
export interface DoneUpkeep {
  readonly dueOn: LocalDate
  readonly doneOn: LocalDate
}

/** How far apart days may be: ten years. */
export const mostOfUnit: Readonly<Record<UpkeepUnit, number>> = {
  day: 3_650,
  week: 520,
  month: 120,
  running_hour: 50_000,
}
/** At least; no device runs for longer than a day in a day. */
const daysOfUnit: Readonly<Record<UpkeepUnit, number>> = { day: 1, week: 7, month: 28, running_hour: 1 / 24 }
export const MOST_GRACE_DAYS = 90

export type UpkeepFault = 'cycle_range' | 'grace_range'

/** What is wrong with a cycle, and with the days after the due day on which it is not overdue yet; the first of it. */
export function upkeepFault(
  { every, unit }: { readonly every: number; readonly unit: UpkeepUnit },
  graceDays: number,
): UpkeepFault | null {
  if (!Number.isInteger(every) || every < 1 || every > mostOfUnit[unit]) return 'cycle_range'
  // else it would be due again before it is overdue
  const mostDays = Math.min(MOST_GRACE_DAYS, Math.max(0, Math.ceil(every * daysOfUnit[unit]) - 1))
  return Number.isInteger(graceDays) && graceDays >= 0 && graceDays <= mostDays ? null : 'grace_range'
}
