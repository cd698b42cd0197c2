import { forEachHeldWithin, type Series } from '../points/series'
import { bandAt } from './control-bands'
import type { HealthObservation, MeasuredHealth } from './health-indicators'
import { weightedQuantile } from './median'
import { overlapWith } from './overlap-with'

const DEVIATION_SHARE = 0.95
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const HELD_PERIODS = 2

export interface AirFigures {
  readonly knownMs: number
  readonly deviationK: number | null
  readonly setpointC: number | null
}

/** A hot case is mirrored: its heater starts below set point − differential and stops at the set point. */
export function measureAir({
  zone,
  bands,
  isBandKnown,
  window,
  mask,
  readings,
}: HealthObservation): AirFigures {
  const { air } = readings
  const distances: number[] = []
  const weights: number[] = []
  const maskedMs = overlapWith(mask)
  let [knownMs, insideMs, above, below, setpointMs] = [0, 0, 0, 0, 0]
  let [place, band] = [0, bandAt(bands, window.period.startAt)]
  forEachHeldWithin(air, window, (index, fromMs, toMs) => {
    while (place < bands.length && (bands[place]?.fromMs ?? 0) <= fromMs) band = bands[place++]?.band ?? band
    const lowC = zone === 'HOT' ? band.setpointC - band.differentialK : band.setpointC
    const highC = lowC + band.differentialK
    knownMs += toMs - fromMs
    setpointMs += (toMs - fromMs) * band.setpointC
    const ms = toMs - fromMs - maskedMs(fromMs, toMs)
    const airC = air.values[index] as number
    const distanceK = Math.max(0, airC - highC, lowC - airC)
    if (distanceK === 0) {
      insideMs += ms
      return
    }
    if (airC > highC) above += ms * distanceK
    else below += ms * distanceK
    distances.push(distanceK)
    weights.push(ms)
  })
  const deviationK = weightedQuantile([0, ...distances], [insideMs, ...weights], DEVIATION_SHARE)
  return {
    knownMs,
    deviationK: deviationK !== null && below > above ? -deviationK : deviationK,
    setpointC: isBandKnown && knownMs > 0 ? setpointMs / knownMs : null,
  }
}

/**
 * The longest time in which a probe said the very same, and the smallest step between two readings of it that differ.
 * A time with a gap of more than two polls in it is two.
 */
export function stillnessOf(
  { timesMs, values }: Series,
  periodSeconds: number,
  fromMs: number,
  toMs: number,
): Pick<MeasuredHealth, 'stillMinutes' | 'moveK' | 'stepK'> {
  const longestGapMs = HELD_PERIODS * periodSeconds * 1000
  let [sinceMs, lastMs, lastC, longestMs, stepK] = [
    Number.NaN,
    Number.NaN,
    Number.NaN,
    0,
    Number.POSITIVE_INFINITY,
  ]
  let [count, mean, squares] = [0, 0, 0]
  for (let index = 0; index < timesMs.length; index++) {
    const at = timesMs[index] as number
    const value = values[index] as number
    if (at < fromMs || at >= toMs || Number.isNaN(value)) continue
    const off = value - mean
    mean += off / ++count
    squares += off * (value - mean)
    const isSame = value === lastC && at - lastMs <= longestGapMs
    if (!isSame) sinceMs = at
    if (!Number.isNaN(lastC) && value !== lastC) stepK = Math.min(stepK, Math.abs(value - lastC))
    longestMs = Math.max(longestMs, at - sinceMs)
    lastMs = at
    lastC = value
  }
  return {
    stillMinutes: Number.isNaN(lastC) || longestMs > 24 * HOUR_MS ? null : longestMs / MINUTE_MS,
    moveK: count < 2 ? null : Math.sqrt(squares / (count - 1)),
    stepK: Number.isFinite(stepK) ? Number(stepK.toFixed(3)) : null,
  }
}
