/** Days that a filter covers, both included, as `YYYY-MM-DD`. */
export interface DayPeriod {
  readonly first: string
  readonly last: string
}

const MS_PER_DAY = 86_400_000

/** The day some days later or earlier. Days carry no zone, so this is plain counting. */
export function shiftDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * MS_PER_DAY).toISOString().slice(0, 10)
}

export function periodFrom(day: string, durationDays: number): DayPeriod {
  return { first: day, last: shiftDay(day, durationDays - 1) }
}

export const usualPeriods = ['today', 'yesterday', 'last7', 'last30', 'thisMonth', 'lastMonth'] as const
export type UsualPeriod = (typeof usualPeriods)[number]

/** The days that a usual period covers; none of them lies after today. */
export function usualPeriod(
  name: UsualPeriod,
  today: string,
): { readonly day: string; readonly days: number } {
  const ofMonth = Number(today.slice(8))
  const lastOfMonthBefore = shiftDay(today, -ofMonth)
  const daysBefore = Number(lastOfMonthBefore.slice(8))
  switch (name) {
    case 'today':
      return { day: today, days: 1 }
    case 'yesterday':
      return { day: shiftDay(today, -1), days: 1 }
    case 'last7':
      return { day: shiftDay(today, -6), days: 7 }
    case 'last30':
      return { day: shiftDay(today, -29), days: 30 }
    case 'thisMonth':
      return { day: shiftDay(today, 1 - ofMonth), days: ofMonth }
    case 'lastMonth':
      return { day: shiftDay(lastOfMonthBefore, 1 - daysBefore), days: daysBefore }
  }
}

/** True when the period would lie wholly after today. */
export function isInFuture(period: DayPeriod, today: string): boolean {
  return period.first > today
}

/** `YYYY-MM-DD` and nothing that the calendar does not have. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const ms = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === text
}

/** Today on the clock of the browser. */
export function todayHere(now: Date): string {
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}

/** Minutes east of UTC on the clock of the browser. */
export function offsetHere(now: Date): number {
  return -now.getTimezoneOffset()
}

/** `UTC+8`, `UTC+5:30`. */
export function offsetName(minutesEast: number): string {
  const size = Math.abs(minutesEast)
  const rest = size % 60 === 0 ? '' : `:${String(size % 60).padStart(2, '0')}`
  return `UTC${minutesEast < 0 ? '−' : '+'}${Math.floor(size / 60)}${rest}`
}
