import { daysBetween, type LocalDate } from '../time/local-date'

/** Work that is due within so many days is due soon. */
export const SOON_DAYS = 7

export const upkeepStates = ['overdue', 'soon', 'later'] as const
export type UpkeepState = (typeof upkeepStates)[number]

/** How work stands on a day of its store: it is overdue once the days of grace have passed as well. */
export function dueState(dueOn: LocalDate | null, graceDays: number, today: LocalDate): UpkeepState {
  // by running hours it is not known until the device has run for some days
  if (dueOn === null) return 'later'
  const inDays = daysBetween(today, dueOn)
  if (-inDays > graceDays) return 'overdue'
  return inDays <= SOON_DAYS ? 'soon' : 'later'
}
