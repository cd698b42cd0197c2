import type { ValueFormat } from '@coldkeep/modbus/register-value'
import type { Series } from '../points/series'
import type { PointLayout } from '../polling/poll-command'
import type { Period } from '../time/period'

/**
 * What a counter has run up since its first reading: turns and resets are taken out, so it never falls. Only readings
 * with a value are in it, in order; instants in epoch milliseconds, amounts in the counter's own unit.
 */
export interface RunningTotal {
  readonly timesMs: Float64Array
  readonly amounts: Float64Array
}

/** A counter that starts again from this close to its end has turned; from further away it was reset. */
const TURN_SHARE = 0.1

/**
 * The amount at which a counter starts again: 2^bits or 10^digits, × multiplier ÷ divisor. A counter with a sign ends
 * at half of its bits. Null for what has no end: floats, and formats that are no numbers.
 */
export function counterEnd(
  layout: Pick<PointLayout, 'numericFormat' | 'multiplier' | 'divisor'>,
): number | null {
  const raw = rawEnd(layout.numericFormat)
  return raw === null ? null : (raw * layout.multiplier) / layout.divisor
}

/**
 * Follows a counter through its turns and resets. A reading lower than the one before is a turn when the one before
 * was within 10 % of the end, and then one turn is added; otherwise it is a reset, and the new reading counts from
 * zero: what was used between the last reading and the reset is lost.
 * @param endsAt see {@link counterEnd}; null: every fall is a reset
 */
export function unrollCounter(series: Series, endsAt: number | null): RunningTotal {
  const timesMs = new Float64Array(series.timesMs.length)
  const amounts = new Float64Array(series.timesMs.length)
  let count = 0
  let before = Number.NaN
  for (let index = 0; index < series.timesMs.length; index++) {
    const value = series.values[index] as number
    if (Number.isNaN(value)) continue
    timesMs[count] = series.timesMs[index] as number
    amounts[count] = count === 0 ? 0 : (amounts[count - 1] as number) + stepBetween(before, value, endsAt)
    before = value
    count++
  }
  return { timesMs: timesMs.subarray(0, count), amounts: amounts.subarray(0, count) }
}

/**
 * Amount at an instant, on the straight line between the readings around it.
 * @returns null before the first and after the last reading, and where the two readings lie further apart than
 *   `longestGapMs`; a reading at the very instant has no gap
 */
export function amountAt(
  total: RunningTotal,
  atMs: number,
  longestGapMs = Number.POSITIVE_INFINITY,
): number | null {
  const index = lastAtOrBefore(total, atMs)
  if (index < 0) return null
  const startMs = total.timesMs[index] as number
  const amount = total.amounts[index] as number
  if (startMs === atMs) return amount
  if (index === total.timesMs.length - 1) return null
  const gapMs = (total.timesMs[index + 1] as number) - startMs
  if (gapMs > longestGapMs) return null
  return amount + (((total.amounts[index + 1] as number) - amount) * (atMs - startMs)) / gapMs
}

/**
 * Amount run up in a period, whatever the gaps at its borders. Null unless there are readings on both sides
 * of it.
 */
export function amountIn(total: RunningTotal, period: Period): number | null {
  const from = amountAt(total, period.startAt)
  const to = amountAt(total, period.endAt)
  return from === null || to === null ? null : to - from
}

/** Index of the last reading at or before an instant, −1 when there is none. */
export function lastAtOrBefore(total: RunningTotal, atMs: number): number {
  let low = 0
  let high = total.timesMs.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((total.timesMs[middle] as number) <= atMs) low = middle + 1
    else high = middle
  }
  return low - 1
}

function stepBetween(before: number, now: number, endsAt: number | null): number {
  if (now >= before) return now - before
  const isTurn = endsAt !== null && before >= (1 - TURN_SHARE) * endsAt
  if (!isTurn) return Math.max(0, now)
  // a signed counter goes on from the lowest negative number, or, where the meter has no negatives, from zero
  return now - before + (now < 0 ? 2 * endsAt : endsAt)
}

function rawEnd(format: ValueFormat): number | null {
  const [, kind, bits] = /^(u|i|bcd)(\d+)/.exec(format) ?? []
  if (kind === undefined) return null
  if (kind === 'bcd') return 10 ** (Number(bits) / 4)
  return 2 ** (Number(bits) - (kind === 'i' ? 1 : 0))
}
