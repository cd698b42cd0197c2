import type { TemperatureZone } from '../organisation/device'
import { forEachHeldWithin, type Series, type Window } from '../points/series'
import { lengthMs, type Period, withoutPeriods } from '../time/period'
import { compressorRuns } from './compressor-runs'
import { lastAtOrBefore, type RunningTotal } from './counter'
import type { ControlBand } from './defrost'
import { weightedQuantile } from './median'
import { recoveryMinutes } from './recovery'

/** In the order of the table of losses. A device is judged by its coil difference or by its superheat, not by both. */
export const healthIndicators = [
  'deviation',
  'recovery',
  'run_ratio',
  'starts',
  'pull_down',
  'coil_difference',
  'superheat',
  'door',
  'energy',
] as const
export type HealthIndicator = (typeof healthIndicators)[number]

/** Good readings of one device, those shortly before the window included; what it does not measure is null. */
export interface HealthReadings {
  /** °C */
  readonly air: Series
  /** 1 while the compressor, or the heater of a hot case, runs. */
  readonly compressor: Series | null
  /** °C, of the evaporator's probe. */
  readonly evaporator: Series | null
  /** K, with the reference that the controller keeps. */
  readonly superheat: { readonly measured: Series; readonly referenceK: number } | null
  /** 1 while open. */
  readonly door: Series | null
  /** kWh of the device's own meter. */
  readonly energy: RunningTotal | null
  /** kW, for equipment without a counter. */
  readonly power: Series | null
}

export interface HealthObservation {
  readonly zone: TemperatureZone
  readonly band: ControlBand
  /** The 24 hours that end now, or a day of the store. */
  readonly window: Window
  /** Defrosts that touch the window, in order, and the time that they excuse. */
  readonly defrosts: readonly Period[]
  readonly mask: readonly Period[]
  /** When the shop was open, within the window and in order. */
  readonly openHours: readonly Period[]
  readonly readings: HealthReadings
}

/** What a window measured; null where the sensor or enough readings are missing. */
export interface MeasuredHealth {
  /** Share 0 to 1 of the window that is covered by readings of the air; null where all of it is excluded. */
  readonly coverage: number | null
  readonly coveredMinutes: number
  /** 95th percentile of the distance from the control band; negative where most of it was on the cold side. */
  readonly deviationK: number | null
  readonly recoveryMinutes: number | null
  /** Running minutes over known minutes outside defrosts. */
  readonly runRatio: number | null
  readonly startsPerHour: number | null
  /** Median over the runs; of a hot case how fast it warms up. */
  readonly pullDownKPerMinute: number | null
  /** Air above evaporator while the compressor runs. */
  readonly coilDifferenceK: number | null
  /** Superheat above its reference while the compressor runs. */
  readonly superheatErrorK: number | null
  /** Share of the opening hours. */
  readonly doorShare: number | null
  /** Of 24 hours. */
  readonly energyKwh: number | null
}

/** Below this share of its window a point shows nothing about the day. */
export const LEAST_COVERAGE = 0.75
const DEVIATION_SHARE = 0.95
const ON = 0.5
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const HOURS_PER_DAY = 24

/**
 * What the last 24 hours measured for the health score, defrosts left out where they would count against a
 * device. A point whose readings cover less than 75 % of the time in question measures nothing. Each point is
 * read in one pass.
 */
export function measureHealth(observation: HealthObservation): MeasuredHealth {
  const { zone, window, openHours, readings } = observation
  const windowMs = msOf(withoutPeriods(window.period, window.excluded))
  const air = measureAir(observation)
  const states = measureCompressor(observation, windowMs)
  return {
    coverage: windowMs === 0 ? null : air.knownMs / windowMs,
    coveredMinutes: air.knownMs / MINUTE_MS,
    deviationK: air.deviationK,
    recoveryMinutes: zone === 'HOT' ? null : recoveryMinutes(observation),
    runRatio: states.runRatio,
    startsPerHour: states.startsPerHour,
    pullDownKPerMinute: states.pullDownKPerMinute,
    coilDifferenceK: states.coilDifferenceK,
    superheatErrorK: states.superheatErrorK,
    doorShare: readings.door === null ? null : shareOpen(readings.door, openHours, window),
    energyKwh:
      readings.energy === null ? meanKwh(observation, windowMs) : countedKwh(readings.energy, window),
  }
}

/** A hot case is mirrored: its heater starts below set point − differential and stops at the set point. */
function measureAir({ zone, band, window, mask, readings: { air } }: HealthObservation): {
  readonly knownMs: number
  readonly deviationK: number | null
} {
  const lowC = zone === 'HOT' ? band.setpointC - band.differentialK : band.setpointC
  const highC = lowC + band.differentialK
  const distances: number[] = []
  const weights: number[] = []
  const maskedMs = overlapWith(mask)
  let [knownMs, insideMs, above, below] = [0, 0, 0, 0]
  forEachHeldWithin(air, window, (index, fromMs, toMs) => {
    knownMs += toMs - fromMs
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
  return { knownMs, deviationK: deviationK !== null && below > above ? -deviationK : deviationK }
}

type CompressorFigures = Pick<
  MeasuredHealth,
  'runRatio' | 'startsPerHour' | 'pullDownKPerMinute' | 'coilDifferenceK' | 'superheatErrorK'
>

const NO_COMPRESSOR: CompressorFigures = {
  runRatio: null,
  startsPerHour: null,
  pullDownKPerMinute: null,
  coilDifferenceK: null,
  superheatErrorK: null,
}

/** Of a hot case it is the heater, and warming up is what counts as positive. */
function measureCompressor(observation: HealthObservation, windowMs: number): CompressorFigures {
  const { zone, window, mask, defrosts, readings } = observation
  const { compressor, air, evaporator, superheat } = readings
  if (compressor === null) return NO_COMPRESSOR
  const maskedMs = overlapWith(mask)
  const defrostingMs = overlapWith(defrosts)
  let [knownMs, steadyMs, coolingMs, onMs] = [0, 0, 0, 0]
  forEachHeldWithin(compressor, window, (index, fromMs, toMs) => {
    const ms = toMs - fromMs - defrostingMs(fromMs, toMs)
    knownMs += toMs - fromMs
    steadyMs += toMs - fromMs - maskedMs(fromMs, toMs)
    coolingMs += ms
    if ((compressor.values[index] as number) >= ON) onMs += ms
  })
  if (windowMs === 0 || knownMs < LEAST_COVERAGE * windowMs) return NO_COMPRESSOR
  const points = { compressor, air, evaporator, superheat: superheat?.measured ?? null }
  const { starts, pullDownKPerMinute, coilDifferenceK, superheatK } = compressorRuns(points, mask, window)
  return {
    runRatio: coolingMs === 0 ? null : onMs / coolingMs,
    startsPerHour: steadyMs === 0 ? null : (starts * HOUR_MS) / steadyMs,
    pullDownKPerMinute:
      zone === 'HOT' && pullDownKPerMinute !== null ? -pullDownKPerMinute : pullDownKPerMinute,
    coilDifferenceK,
    superheatErrorK: superheat === null || superheatK === null ? null : superheatK - superheat.referenceK,
  }
}

function shareOpen(door: Series, openHours: readonly Period[], window: Window): number | null {
  const dueMs = msOf(openHours.flatMap((hours) => withoutPeriods(hours, window.excluded)))
  const tradingMs = overlapWith(openHours)
  let [knownMs, openMs] = [0, 0]
  forEachHeldWithin(door, window, (index, fromMs, toMs) => {
    const ms = tradingMs(fromMs, toMs)
    knownMs += ms
    if ((door.values[index] as number) >= ON) openMs += ms
  })
  return knownMs === 0 || knownMs < LEAST_COVERAGE * dueMs ? null : openMs / knownMs
}

/** Brought up to 24 hours: an hour of silence must not look like an hour of savings. */
function meanKwh({ window, readings: { power } }: HealthObservation, windowMs: number): number | null {
  if (power === null) return null
  let [knownMs, kwMs] = [0, 0]
  forEachHeldWithin(power, window, (index, fromMs, toMs) => {
    knownMs += toMs - fromMs
    kwMs += (toMs - fromMs) * (power.values[index] as number)
  })
  return knownMs === 0 || knownMs < LEAST_COVERAGE * windowMs ? null : (kwMs / knownMs) * HOURS_PER_DAY
}

/** A counter includes what was used in its gaps, so its first and last reading in the window are enough. */
function countedKwh(energy: RunningTotal, { period }: Window): number | null {
  const first = lastAtOrBefore(energy, period.startAt - 1) + 1
  const last = lastAtOrBefore(energy, period.endAt - 1)
  if (last <= first) return null
  const ms = (energy.timesMs[last] as number) - (energy.timesMs[first] as number)
  if (ms < LEAST_COVERAGE * lengthMs(period)) return null
  const kwh = (energy.amounts[last] as number) - (energy.amounts[first] as number)
  return (kwh * HOURS_PER_DAY * HOUR_MS) / ms
}

/** How much of a stretch lies in the periods, which are in order; call it for stretches in order. */
function overlapWith(periods: readonly Period[]): (fromMs: number, toMs: number) => number {
  let first = 0
  return (fromMs, toMs) => {
    while (first < periods.length && (periods[first] as Period).endAt <= fromMs) first++
    let ms = 0
    for (let index = first; index < periods.length; index++) {
      const { startAt, endAt } = periods[index] as Period
      if (startAt >= toMs) break
      ms += Math.min(toMs, endAt) - Math.max(fromMs, startAt)
    }
    return ms
  }
}

function msOf(periods: readonly Period[]): number {
  return periods.reduce((sum, period) => sum + lengthMs(period), 0)
}
