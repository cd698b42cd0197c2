import type { Series, Window } from '../points/series'
import type { Period } from '../time/period'
import { type BandFrom, bandAt, type ControlBand } from './control-bands'
import { median } from './median'

const MINUTE_MS = 60_000
/** How long a single one takes is chance: a door, a delivery. */
const LEAST_RECOVERIES = 2

/**
 * Median over the defrosts that end in the window of the minutes from then until the air is back at set point +
 * differential, found between two readings by a straight line. A recovery that the next defrost or the end of the
 * window cuts off counts as long as it lasted, if that is longer than every whole one; one with a gap in its
 * readings does not count.
 * @returns null with fewer than two of them
 */
export function recoveryMinutes(observation: {
  readonly bands: readonly BandFrom[]
  readonly window: Window
  readonly defrosts: readonly Period[]
  readonly readings: { readonly air: Series }
}): number | null {
  const { bands, window, defrosts, readings } = observation
  const whole: number[] = []
  const cutOff: number[] = []
  for (const [index, defrost] of defrosts.entries()) {
    if (defrost.endAt < window.period.startAt || defrost.endAt >= window.period.endAt) continue
    const untilAt = Math.min(defrosts[index + 1]?.startAt ?? window.period.endAt, window.period.endAt)
    const recovery = recoveryAfter(
      defrost.endAt,
      untilAt,
      readings.air,
      bandAt(bands, defrost.endAt),
      window.periodSeconds,
    )
    if (recovery === null) continue
    if (recovery.isWhole) whole.push(recovery.minutes)
    else cutOff.push(recovery.minutes)
  }
  const longest = Math.max(0, ...whole)
  const all = [...whole, ...cutOff.filter((minutes) => minutes > longest)]
  return all.length < LEAST_RECOVERIES ? null : median(all)
}

function recoveryAfter(
  fromAt: number,
  untilAt: number,
  air: Series,
  band: ControlBand,
  periodSeconds: number,
): { readonly minutes: number; readonly isWhole: boolean } | null {
  const limitC = band.setpointC + band.differentialK
  const longestGapMs = 2 * periodSeconds * 1000
  let lastAt = fromAt
  let lastC = Number.NaN
  for (let index = firstFrom(air.timesMs, fromAt); index < air.timesMs.length; index++) {
    const at = air.timesMs[index] as number
    const airC = air.values[index] as number
    if (at >= untilAt) break
    if (Number.isNaN(airC)) continue
    if (at - lastAt > longestGapMs) return null
    if (airC <= limitC) {
      // Without a warm reading since the defrost's end there is no line to follow, and the comparison is false.
      const share = lastC > limitC ? (lastC - limitC) / (lastC - airC) : 1
      return { minutes: (lastAt + share * (at - lastAt) - fromAt) / MINUTE_MS, isWhole: true }
    }
    lastAt = at
    lastC = airC
  }
  return lastAt === fromAt ? null : { minutes: (lastAt - fromAt) / MINUTE_MS, isWhole: false }
}

function firstFrom(timesMs: ArrayLike<number>, at: number): number {
  let low = 0
  let high = timesMs.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((timesMs[middle] as number) < at) low = middle + 1
    else high = middle
  }
  return low
}
