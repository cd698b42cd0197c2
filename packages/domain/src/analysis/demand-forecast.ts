import { type EpochMs, minutes } from '../time/instant'
import type { Period } from '../time/period'
import { amountAt, lastAtOrBefore, type RunningTotal } from './counter'
import { type DemandMinutes, longestGapMs } from './demand'

/** How far a demand interval has come, according to its last reading. */
export interface IntervalCourse {
  /** Minutes from the start of the interval to the reading, below the length of the interval. */
  readonly elapsedMinutes: number
  /** Used since the start of the interval. */
  readonly usedKwh: number
  /** Power that the rest of the interval is expected to have. */
  readonly powerKw: number
}

const POWER_WINDOW_MS = minutes(3)
/** In which compressors have started and stopped once or twice. */
const USUAL_WINDOW_MS = minutes(30)
/** With a slower meter three minutes hold no two readings. */
const SLOWEST_FOR_WINDOW_SECONDS = 60
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/**
 * What was known of an interval at an instant: only readings up to then are looked at. The power expected is halfway
 * between that of the last 3 minutes (of a meter polled less than once a minute, between its last two readings) and that
 * of the last 30: what has just started may stay on, and what starts and stops by itself averages out. Where the counter is
 * not known 30 minutes back, it is that of the last 3.
 * @param at in the interval
 * @returns null when the interval has no reading yet, the last one is more than two poll periods old, or readings
 *   that far apart leave the start of the interval or the power unknown
 */
export function courseAt(
  energy: RunningTotal,
  interval: Period,
  at: EpochMs,
  periodSeconds: number,
): IntervalCourse | null {
  const gapMs = longestGapMs(periodSeconds)
  const index = lastAtOrBefore(energy, at)
  if (index < 0) return null
  const readAtMs = energy.timesMs[index] as number
  if (readAtMs < interval.startAt || at - readAtMs > gapMs) return null
  const atStart = amountAt(energy, interval.startAt, gapMs)
  const powerKw = expectedPowerKw(energy, index, periodSeconds)
  if (atStart === null || powerKw === null) return null
  return {
    elapsedMinutes: (readAtMs - interval.startAt) / MINUTE_MS,
    usedKwh: (energy.amounts[index] as number) - atStart,
    powerKw,
  }
}

/** Demand in kW that the interval ends with when its rest has the power expected. */
export function forecastKw(course: IntervalCourse, demandMinutes: DemandMinutes): number {
  const { elapsedMinutes, usedKwh, powerKw } = course
  const restHours = (demandMinutes - elapsedMinutes) / 60
  return (usedKwh + powerKw * restHours) / (demandMinutes / 60)
}

/**
 * Demand in kW that the interval ends with when its rest is like what has gone; null before anything has. It is what
 * {@link forecastKw} is measured against: it needs no memory of the last minutes.
 */
export function meanSoFarKw({ elapsedMinutes, usedKwh }: IntervalCourse): number | null {
  return elapsedMinutes === 0 ? null : usedKwh / (elapsedMinutes / 60)
}

/**
 * Mean power in kW that the rest of the interval may have for its demand to end at the contract; negative when more
 * than that has been used already.
 */
export function allowedKw(
  course: IntervalCourse,
  demandMinutes: DemandMinutes,
  contractedKw: number,
): number {
  const leftKwh = (contractedKw * demandMinutes) / 60 - course.usedKwh
  return leftKwh / ((demandMinutes - course.elapsedMinutes) / 60)
}

/** Load in kW to shed at once so that the contract is kept; 0 when the power may stay. */
export function toShedKw(course: IntervalCourse, demandMinutes: DemandMinutes, contractedKw: number): number {
  return Math.max(0, course.powerKw - allowedKw(course, demandMinutes, contractedKw))
}

function expectedPowerKw(energy: RunningTotal, index: number, periodSeconds: number): number | null {
  const recentKw = recentPowerKw(energy, index, periodSeconds)
  const usualKw = powerBeforeKw(energy, index, USUAL_WINDOW_MS, longestGapMs(periodSeconds))
  return recentKw === null || usualKw === null ? recentKw : (recentKw + usualKw) / 2
}

function recentPowerKw(energy: RunningTotal, index: number, periodSeconds: number): number | null {
  const gapMs = longestGapMs(periodSeconds)
  const readAtMs = energy.timesMs[index] as number
  const isSlow = periodSeconds > SLOWEST_FOR_WINDOW_SECONDS
  const windowMs = isSlow ? readAtMs - (energy.timesMs[index - 1] ?? Number.NaN) : POWER_WINDOW_MS
  if (isSlow && !(windowMs <= gapMs)) return null
  return powerBeforeKw(energy, index, windowMs, gapMs)
}

/** Mean power of the time before a reading; null where the counter is not known at its start. */
function powerBeforeKw(energy: RunningTotal, index: number, windowMs: number, gapMs: number): number | null {
  const before = amountAt(energy, (energy.timesMs[index] as number) - windowMs, gapMs)
  return before === null ? null : ((energy.amounts[index] as number) - before) / (windowMs / HOUR_MS)
}
