import type { OnCallCalendar } from '@coldkeep/contract/areas/on-call'
import { epochMs } from '@coldkeep/domain/time/instant'
import { addDays, dayOfWeek, type LocalDate, localDate } from '@coldkeep/domain/time/local-date'
import { intersection } from '@coldkeep/domain/time/period'
import { dayPeriod } from '@coldkeep/domain/time/store-calendar'
import { timeParts } from '@coldkeep/phrases/format'

/** What a day of the calendar shows, in the order of time. */
export interface DayPart {
  readonly key: string
  readonly kind: 'shift' | 'gap' | 'overlap'
  /** Of a shift: whose it is, and whether they can be notified. */
  readonly name: string
  readonly isAvailable: boolean
  /** `HH:MM` on the clock of the calendar; the end of a day is 24:00. */
  readonly from: string
  readonly until: string
}

/** The Monday of the week of a day. */
export function mondayOf(day: string): LocalDate {
  const on = localDate(day)
  return addDays(on, 1 - dayOfWeek(on))
}

export function daysOfWeek(monday: LocalDate): readonly LocalDate[] {
  return [0, 1, 2, 3, 4, 5, 6].map((count) => addDays(monday, count))
}

/** The shifts, gaps and overlaps of a day, each cut to what lies in it. */
export function partsOfDay(
  { zone, shifts, gaps, overlaps }: Pick<OnCallCalendar, 'zone' | 'shifts' | 'gaps' | 'overlaps'>,
  day: LocalDate,
): readonly DayPart[] {
  const whole = dayPeriod(zone, day)
  const all = [
    ...shifts.map((one) => ({ ...one, key: `shift ${one.id}`, kind: 'shift' as const })),
    ...gaps.map((one) => ({ ...one, ...noOne, key: `gap ${one.from}`, kind: 'gap' as const })),
    ...overlaps.map((one) => ({ ...one, ...noOne, key: `overlap ${one.from}`, kind: 'overlap' as const })),
  ]
  return all
    .flatMap(({ key, kind, name, isAvailable, from, until }) => {
      const part = intersection(whole, { startAt: epochMs(from), endAt: epochMs(until) })
      return part === null ? [] : [{ key, kind, name, isAvailable, ...part }]
    })
    .toSorted((a, b) => a.startAt - b.startAt || a.key.localeCompare(b.key))
    .map(({ startAt, endAt, ...part }) => ({
      ...part,
      from: timeParts(startAt, zone).minute,
      until: endAt === whole.endAt ? '24:00' : timeParts(endAt, zone).minute,
    }))
}

const noOne = { name: '', isAvailable: true }
