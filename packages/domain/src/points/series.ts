import type { EpochMs } from '../time/instant'
import { lengthMinutes, type Period, withoutPeriods } from '../time/period'

/** Readings of one point in columns: instants in epoch milliseconds, ascending, and values; NaN is no value. */
export interface Series {
  readonly timesMs: ArrayLike<number>
  readonly values: ArrayLike<number>
}

/** What a series is judged against. Windows that are not over yet end now. */
export interface Window {
  readonly period: Period
  readonly periodSeconds: number
  /** Time that does not count: before commissioning, after removal, maintenance. */
  readonly excluded: readonly Period[]
}

/** A reading is held until the next one, but no longer than this many poll periods. */
const HELD_PERIODS = 2
const MINUTE_MS = 60_000

/**
 * Minutes that each reading is held inside the window: until the next reading with a value, at most two poll
 * periods, cut at the borders of the window and of excluded time. A reading before the window reaches into
 * it. Readings without a value cover nothing. Time that no reading covers is unknown, neither good nor bad.
 */
export function heldMinutes(series: Series, window: Window): Float64Array {
  const held = new Float64Array(series.timesMs.length)
  forEachHeldWithin(series, window, (index, fromMs, toMs) => {
    held[index] = (held[index] as number) + (toMs - fromMs) / MINUTE_MS
  })
  return held
}

/**
 * Visits the stretches that {@link heldMinutes} adds up, in order of time: reading `index` is held from
 * `fromMs` to `toMs`. A reading that reaches over an excluded stretch is visited once on each side of it.
 */
export function forEachHeldWithin(
  series: Series,
  window: Window,
  visit: (index: number, fromMs: number, toMs: number) => void,
): void {
  const parts = withoutPeriods(window.period, window.excluded)
  let part = 0
  forEachHeld(series, window.periodSeconds, (index, startAt, endAt) => {
    while (part < parts.length && (parts[part] as Period).endAt <= startAt) part++
    for (let at = part; at < parts.length && (parts[at] as Period).startAt < endAt; at++) {
      const { startAt: from, endAt: to } = parts[at] as Period
      visit(index, Math.max(from, startAt), Math.min(to, endAt))
    }
  })
}

/**
 * Share 0 to 1 of the window, without excluded time, that is covered by readings; null where no time is left
 * to cover.
 */
export function coverage(series: Series, window: Window): number | null {
  const minutes = withoutPeriods(window.period, window.excluded).reduce(
    (sum, part) => sum + lengthMinutes(part),
    0,
  )
  if (minutes === 0) return null
  return heldMinutes(series, window).reduce((sum, held) => sum + held, 0) / minutes
}

/**
 * The same readings with a reading without value put where each holding ends before the next reading: a line drawn
 * through them breaks where nothing is known.
 */
export function markGaps(series: Series, periodSeconds: number): Series {
  const timesMs: number[] = []
  const values: number[] = []
  const push = (at: number, value: number) => {
    timesMs.push(at)
    values.push(value)
  }
  const count = series.timesMs.length
  forEachHeld(series, periodSeconds, (index, startAt, endAt, nextAt) => {
    push(startAt, series.values[index] as number)
    if (endAt < nextAt && index < count - 1) push(endAt, Number.NaN)
  })
  return { timesMs, values }
}

/**
 * Thins a series for a drawing of so many columns. Of each column the lowest and the highest reading stay, and the
 * first and last without a value, so that neither extremes nor gaps are lost; at most four readings a column.
 * @param columns at least 1; a series with no more than two readings a column is returned as it is
 */
export function thin(series: Series, period: Period, columns: number): Series {
  const count = series.timesMs.length
  if (count <= 2 * columns) return series
  const widthMs = (period.endAt - period.startAt) / columns
  const columnOf = (index: number) => {
    const column = Math.floor(((series.timesMs[index] as number) - period.startAt) / widthMs)
    return Math.min(columns - 1, Math.max(0, column))
  }
  const kept: number[] = []
  for (let start = 0; start < count; ) {
    const column = columnOf(start)
    let end = start + 1
    while (end < count && columnOf(end) === column) end++
    kept.push(...outstanding(series.values, start, end))
    start = end
  }
  return {
    timesMs: kept.map((index) => series.timesMs[index] as number),
    values: kept.map((index) => series.values[index] as number),
  }
}

/** Indexes of the lowest, the highest, the first missing and the last missing value of a stretch, in order. */
function outstanding(values: ArrayLike<number>, start: number, end: number): number[] {
  let [lowest, highest, firstMissing, lastMissing] = [-1, -1, -1, -1]
  for (let index = start; index < end; index++) {
    const value = values[index] as number
    if (Number.isNaN(value)) {
      if (firstMissing < 0) firstMissing = index
      lastMissing = index
      continue
    }
    if (lowest < 0 || value < (values[lowest] as number)) lowest = index
    if (highest < 0 || value > (values[highest] as number)) highest = index
  }
  const found = new Set([lowest, highest, firstMissing, lastMissing].filter((index) => index >= 0))
  return [...found].sort((a, b) => a - b)
}

/**
 * Visits the readings that have a value in order, each with the stretch it is held for, cut by no window, and
 * when the next one comes (infinity after the last).
 */
export function forEachHeld(
  series: Series,
  periodSeconds: number,
  visit: (index: number, startAt: EpochMs, endAt: EpochMs, nextAt: number) => void,
): void {
  const longestMs = HELD_PERIODS * periodSeconds * 1000
  const { timesMs, values } = series
  let index = nextWithValue(values, 0)
  while (index < timesMs.length) {
    const next = nextWithValue(values, index + 1)
    const startAt = timesMs[index] as EpochMs
    const nextAt = next < timesMs.length ? (timesMs[next] as number) : Number.POSITIVE_INFINITY
    visit(index, startAt, Math.min(nextAt, startAt + longestMs) as EpochMs, nextAt)
    index = next
  }
}

function nextWithValue(values: ArrayLike<number>, from: number): number {
  let index = from
  while (index < values.length && Number.isNaN(values[index])) index++
  return index
}
