import { addDays, daysBetween, type LocalDate, localDate } from '../time/local-date'

/** The paid alert service of an engineer (Amber). */
export interface AlertService {
  readonly isOn: boolean
  /** The last day on which it runs; `null`: none was set. */
  readonly endsOn: LocalDate | null
}

/** `over`: it is on, and its last day has passed. */
export const alertServiceStates = ['off', 'on', 'over'] as const
export type AlertServiceState = (typeof alertServiceStates)[number]

/** What a record of it says. `ended`: its last day passed. */
export type AlertServiceEventKind = 'enabled' | 'disabled' | 'renewed' | 'changed' | 'ended'

/** What people are notified of: the service of an engineer ends soon. */
export type AlertServiceNews = 'service_ends'

const MOST_SERVICE_YEARS = 5
export const MOST_RENEWED_MONTHS = 36
/** Days before its end at which people are reminded. */
export const reminderDays = [30, 7, 1] as const

/** @param today where the stores are that it is for */
export function alertServiceState({ isOn, endsOn }: AlertService, today: LocalDate): AlertServiceState {
  if (!isOn || endsOn === null) return 'off'
  return today <= endsOn ? 'on' : 'over'
}

/** The same day so many months later, or the last day of a month that is too short. */
export function addMonths(on: LocalDate, count: number): LocalDate {
  const [year, month, day] = on.split('-').map(Number) as [number, number, number]
  const months = year * 12 + month - 1 + count
  const lastOfMonth = addDays(firstOfMonth(months + 1), -1)
  return addDays(firstOfMonth(months), Math.min(day, Number(lastOfMonth.slice(8))) - 1)
}

/** @param months since the first of the year 0 */
function firstOfMonth(months: number): LocalDate {
  const two = String((months % 12) + 1).padStart(2, '0')
  return localDate(`${Math.floor(months / 12)}-${two}-01`)
}

/** The last day that can be set. */
export function latestEnd(today: LocalDate): LocalDate {
  return addMonths(today, MOST_SERVICE_YEARS * 12)
}

/** Its last day after it is renewed: from its end on, or from today where that has passed. */
export function renewedUntil(service: AlertService, today: LocalDate, months: number): LocalDate {
  return addMonths(paidUntil(service, today), months)
}

/**
 * Months that a change makes the service longer by, each that is begun; none where it does not. What it is shortened by is
 * not given back.
 */
export function addedMonths(before: AlertService, after: AlertService, today: LocalDate): number {
  if (!after.isOn || after.endsOn === null) return 0
  const from = paidUntil(before, today)
  if (after.endsOn <= from) return 0
  let months = Math.max(0, Math.floor(daysBetween(from, after.endsOn) / 31))
  while (addMonths(from, months) < after.endsOn) months++
  return months
}

/**
 * Of which of the days before the end people are to be reminded now: the nearest, so that after a stop of days there is one
 * reminder. `null`: of none yet, or it is over.
 */
export function dueReminder(endsOn: LocalDate, today: LocalDate): (typeof reminderDays)[number] | null {
  const left = daysBetween(today, endsOn)
  if (left < 0) return null
  return reminderDays.toReversed().find((days) => left <= days) ?? null
}

/** The last day that needs no points: the day before today where the service is over or was never set. */
function paidUntil({ endsOn }: AlertService, today: LocalDate): LocalDate {
  const yesterday = addDays(today, -1)
  return endsOn === null || endsOn < yesterday ? yesterday : endsOn
}
