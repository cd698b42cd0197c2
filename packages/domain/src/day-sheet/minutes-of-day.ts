import { minutes } from '../time/instant'
import type { Period } from '../time/period'

/** A day so far in whole minutes; the three add up to the minutes of the day so far, always. */
export interface DayMinutes {
  readonly inLimits: number
  readonly outOfLimits: number
  /** For which no reading stands. It is neither good nor bad. */
  readonly unknown: number
}

/** What readings say of a stretch, in minutes with their fractions. */
export interface MeasuredMinutes {
  readonly coveredMinutes: number
  readonly excursionMinutes: number
}

/**
 * Shares a day so far out. Fractions go against what is measured: minutes out of limits are rounded up, those within
 * limits down, and what is left is unknown, time before a device was there included.
 * @param soFar from the start of the day to where it is measured; 23 or 25 hours where a day of summer time is over
 */
export function dayMinutes(soFar: Period, measured: MeasuredMinutes): DayMinutes {
  const all = minutesSoFar(soFar)
  const outOfLimits = Math.min(all, Math.ceil(rounded(measured.excursionMinutes)))
  const within = Math.floor(rounded(measured.coveredMinutes - measured.excursionMinutes))
  const inLimits = Math.max(0, Math.min(all - outOfLimits, within))
  return { inLimits, outOfLimits, unknown: all - outOfLimits - inLimits }
}

/** Whole minutes; none where the day has not begun. */
export function minutesSoFar({ startAt, endAt }: Period): number {
  return Math.max(0, Math.floor((endAt - startAt) / minutes(1)))
}

/** Sums of fractions of minutes are off by less than this. */
const DIGITS = 6

function rounded(value: number): number {
  return Number(value.toFixed(DIGITS))
}
