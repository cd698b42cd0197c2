import type { Series } from '../points/series'
import type { HealthObservation, MeasuredHealth } from './health-indicators'

type StillnessFigures = Pick<MeasuredHealth, 'stillMinutes' | 'moveK' | 'stepK'>

/** State points are read as 0 or 1. */
const ON = 0.5
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const HELD_PERIODS = 2
/** One start may fall between two steps of a probe; three in a row do not. */
const STARTS_THAT_STIR = 3

/**
 * How still the air probe is: the longest time in which it said the very same although something happened that moves any
 * air, a defrost that ended or three starts of the compressor; how far it moved; its smallest step. Where defrosts are
 * not known and nothing starts, every time counts. A time with a gap of more than two polls in it is two. A day on which
 * no defrost was seen, of a device of which defrosts are known, tells nothing of how far the air moves.
 */
export function measureStillness(observation: HealthObservation): StillnessFigures {
  const { window, defrosts, isDefrostKnown, readings } = observation
  const { timesMs, values } = readings.air
  const { startAt, endAt } = window.period
  const longestGapMs = HELD_PERIODS * window.periodSeconds * 1000
  const ends = defrosts.map((defrost) => defrost.endAt as number).filter((at) => at < endAt)
  const starts = readings.compressor === null ? [] : startsOf(readings.compressor)
  const isBlind = !isDefrostKnown && starts.length === 0
  const isStirred = (fromMs: number, toMs: number) =>
    isBlind || countWithin(ends, fromMs, toMs) > 0 || countWithin(starts, fromMs, toMs) >= STARTS_THAT_STIR
  let [sinceMs, lastMs, lastC] = [Number.NaN, Number.NaN, Number.NaN]
  let [longestMs, stepK] = [0, Number.POSITIVE_INFINITY]
  let [count, mean, squares] = [0, 0, 0]
  const endStretch = () => {
    if (lastMs - sinceMs > longestMs && isStirred(sinceMs, lastMs)) longestMs = lastMs - sinceMs
  }
  for (let index = 0; index < timesMs.length; index++) {
    const at = timesMs[index] as number
    const value = values[index] as number
    if (at < startAt || at >= endAt || Number.isNaN(value)) continue
    const off = value - mean
    mean += off / ++count
    squares += off * (value - mean)
    if (value !== lastC || at - lastMs > longestGapMs) {
      endStretch()
      sinceMs = at
    }
    if (!Number.isNaN(lastC) && value !== lastC) stepK = Math.min(stepK, Math.abs(value - lastC))
    lastMs = at
    lastC = value
  }
  endStretch()
  const isMoveKnown = count >= 2 && (!isDefrostKnown || countWithin(ends, startAt, endAt) > 0)
  return {
    stillMinutes: count === 0 || longestMs > 24 * HOUR_MS ? null : longestMs / MINUTE_MS,
    moveK: isMoveKnown ? Math.sqrt(squares / (count - 1)) : null,
    stepK: Number.isFinite(stepK) ? Number(stepK.toFixed(3)) : null,
  }
}

function startsOf({ timesMs, values }: Series): number[] {
  const starts: number[] = []
  let wasOn = true
  for (let index = 0; index < timesMs.length; index++) {
    const value = values[index] as number
    if (Number.isNaN(value)) continue
    const isOn = value >= ON
    if (isOn && !wasOn) starts.push(timesMs[index] as number)
    wasOn = isOn
  }
  return starts
}

function countWithin(instants: readonly number[], fromMs: number, toMs: number): number {
  return instants.filter((at) => at >= fromMs && at <= toMs).length
}
