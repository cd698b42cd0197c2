import { type EpochMs, epochMs } from '../time/instant'
import { addDays, dayNumber, dayOfWeek, type LocalDate } from '../time/local-date'
import type { Period } from '../time/period'
import { instantOf } from '../time/store-calendar'

/** What people are notified of: their time on call was handed over to someone, or to them. */
export type OnCallNews = 'handed_over'

export const MOST_SHIFT_DAYS = 31
export const MOST_ROTA_WEEKS = 26
export const MOST_ROTA_PEOPLE = 20

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** When two or more are on call, and when no one is. */
export interface Coverage {
  readonly gaps: readonly Period[]
  readonly overlaps: readonly Period[]
}

/** What of a period is covered by no shift, and what by more than one, in order. */
export function coverageOf(shifts: readonly Period[], { startAt, endAt }: Period): Coverage {
  const inside = shifts.filter((one) => one.endAt > startAt && one.startAt < endAt)
  const cuts = [startAt, endAt, ...inside.flatMap((one) => [one.startAt, one.endAt])]
    .filter((at) => at >= startAt && at <= endAt)
    .toSorted((a, b) => a - b)
  const gaps: Period[] = []
  const overlaps: Period[] = []
  for (const [index, from] of cuts.slice(0, -1).entries()) {
    const until = cuts[index + 1] as EpochMs
    if (until === from) continue
    const count = inside.filter((one) => one.startAt <= from && one.endAt >= until).length
    if (count === 0) addTo(gaps, from, until)
    if (count > 1) addTo(overlaps, from, until)
  }
  return { gaps, overlaps }
}

export interface RotaDraft<Person> {
  readonly zone: string
  /** Monday or any other day; weeks are counted from it. */
  readonly firstDay: LocalDate
  readonly weeks: number
  /** Monday 1 to Sunday 7. */
  readonly weekdays: readonly number[]
  /** Minutes after midnight; the same or an earlier end is on the next day. */
  readonly fromMinute: number
  readonly untilMinute: number
  /** Take turns week by week. */
  readonly people: readonly Person[]
}

/** The shifts that a rota means, on the clocks of its zone: a day on which these change is shorter or longer. */
export function rotaShifts<Person>(draft: RotaDraft<Person>): (Period & { readonly person: Person })[] {
  const { zone, firstDay, weeks, weekdays, fromMinute, untilMinute, people } = draft
  const at = (on: LocalDate, minute: number) =>
    epochMs(instantOf(zone, dayNumber(on) * DAY_MS + minute * MINUTE_MS))
  return Array.from({ length: weeks * 7 }, (_, index) => index).flatMap((index) => {
    const on = addDays(firstDay, index)
    const person = people[Math.floor(index / 7) % people.length]
    if (person === undefined || !weekdays.includes(dayOfWeek(on))) return []
    const last = untilMinute <= fromMinute ? addDays(on, 1) : on
    return [{ person, startAt: at(on, fromMinute), endAt: at(last, untilMinute) }]
  })
}

function addTo(periods: Period[], startAt: EpochMs, endAt: EpochMs): void {
  const last = periods.at(-1)
  if (last?.endAt === startAt) periods[periods.length - 1] = { startAt: last.startAt, endAt }
  else periods.push({ startAt, endAt })
}
