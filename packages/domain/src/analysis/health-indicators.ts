import type { TemperatureZone } from '../organisation/device'
import { heldMinutes, type Series, type Window } from '../points/series'
import { lengthMinutes, type Period, withoutPeriods } from '../time/period'
import { type CompressorRuns, compressorRuns } from './compressor-runs'
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
  /** Share 0 to 1 of the window that readings of the air stand for; null where all of it is excluded. */
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

/** Below this share of its window a point says nothing about the day. */
export const LEAST_COVERAGE = 0.75
const DEVIATION_SHARE = 0.95
const ON = 0.5
const HOURS_PER_DAY = 24

/**
 * What the last 24 hours measured for the health score, defrosts left out where they would count against a device.
 * A point of which readings stand for less than 75 % of the time in question measures nothing.
 */
export function measureHealth(observation: HealthObservation): MeasuredHealth {
  const { readings, window } = observation
  const airMinutes = heldMinutes(readings.air, window)
  const coveredMinutes = sum(airMinutes)
  const judgedMinutes = minutesOf(window)
  const runs = runsOf(observation)
  return {
    coverage: judgedMinutes === 0 ? null : coveredMinutes / judgedMinutes,
    coveredMinutes,
    deviationK: deviationK(observation),
    recoveryMinutes: observation.zone === 'HOT' ? null : recoveryMinutes(observation),
    runRatio: runs === null ? null : runRatio(observation),
    startsPerHour: runs === null ? null : startsPerHour(runs, observation),
    pullDownKPerMinute: runs?.pullDownKPerMinute ?? null,
    coilDifferenceK: runs?.coilDifferenceK ?? null,
    superheatErrorK: superheatErrorK(runs, readings),
    doorShare: doorShare(observation),
    energyKwh: energyKwh(observation),
  }
}

/** Of a hot case the heater's runs, so that warming up is what counts as positive. */
function runsOf({ zone, window, mask, readings }: HealthObservation): CompressorRuns | null {
  const { compressor, air, evaporator, superheat } = readings
  if (!isCovered(compressor, window)) return null
  const points = { compressor, air, evaporator, superheat: superheat?.measured ?? null }
  const runs = compressorRuns(points, mask, window)
  if (zone !== 'HOT' || runs.pullDownKPerMinute === null) return runs
  return { ...runs, pullDownKPerMinute: -runs.pullDownKPerMinute }
}

function superheatErrorK(runs: CompressorRuns | null, { superheat }: HealthReadings): number | null {
  if (superheat === null || runs === null || runs.superheatK === null) return null
  return runs.superheatK - superheat.referenceK
}

/** A hot case is mirrored: its heater starts below set point − differential and stops at the set point. */
function deviationK({ zone, band, window, mask, readings: { air } }: HealthObservation): number | null {
  const weights = heldMinutes(air, without(window, mask))
  const lowC = zone === 'HOT' ? band.setpointC - band.differentialK : band.setpointC
  const highC = lowC + band.differentialK
  const distances = new Float64Array(weights.length)
  let above = 0
  let below = 0
  for (let index = 0; index < weights.length; index++) {
    const minutes = weights[index] as number
    if (minutes === 0) continue
    const airC = air.values[index] as number
    distances[index] = Math.max(0, airC - highC, lowC - airC)
    if (airC > highC) above += minutes * (airC - highC)
    else if (airC < lowC) below += minutes * (lowC - airC)
  }
  const distance = weightedQuantile(distances, weights, DEVIATION_SHARE)
  if (distance === null) return null
  return below > above ? -distance : distance
}

function runRatio({ window, defrosts, readings }: HealthObservation): number | null {
  return readings.compressor === null ? null : shareOn(readings.compressor, without(window, defrosts))
}

function startsPerHour({ starts }: CompressorRuns, observation: HealthObservation): number | null {
  const { window, mask, readings } = observation
  if (readings.compressor === null) return null
  const knownMinutes = sum(heldMinutes(readings.compressor, without(window, mask)))
  return knownMinutes === 0 ? null : (60 * starts) / knownMinutes
}

function doorShare({ window, openHours, readings: { door } }: HealthObservation): number | null {
  const shut = withoutPeriods(window.period, openHours)
  const whileOpen = without(window, shut)
  return isCovered(door, whileOpen) ? shareOn(door, whileOpen) : null
}

function shareOn(state: Series, window: Window): number | null {
  const held = heldMinutes(state, window)
  let on = 0
  let known = 0
  for (let index = 0; index < held.length; index++) {
    const minutes = held[index] as number
    known += minutes
    if ((state.values[index] as number) >= ON) on += minutes
  }
  return known === 0 ? null : on / known
}

/** Both ways bring what was measured up to 24 hours: an hour of silence must not look like an hour of savings. */
function energyKwh({ window, readings: { energy, power } }: HealthObservation): number | null {
  if (energy !== null) return countedKwh(energy, window)
  if (!isCovered(power, window)) return null
  const held = heldMinutes(power, window)
  let kwMinutes = 0
  for (let index = 0; index < held.length; index++) {
    if ((held[index] as number) > 0) kwMinutes += (held[index] as number) * (power.values[index] as number)
  }
  return (kwMinutes / sum(held)) * HOURS_PER_DAY
}

/** A counter knows what was used in its gaps, so its first and last reading in the window are enough. */
function countedKwh(energy: RunningTotal, { period }: Window): number | null {
  const first = lastAtOrBefore(energy, period.startAt - 1) + 1
  const last = lastAtOrBefore(energy, period.endAt - 1)
  if (last <= first) return null
  const hours = ((energy.timesMs[last] as number) - (energy.timesMs[first] as number)) / 3_600_000
  if (hours < (LEAST_COVERAGE * lengthMinutes(period)) / 60) return null
  return (((energy.amounts[last] as number) - (energy.amounts[first] as number)) / hours) * HOURS_PER_DAY
}

function isCovered(series: Series | null, window: Window): series is Series {
  if (series === null) return false
  const minutes = minutesOf(window)
  return minutes > 0 && sum(heldMinutes(series, window)) >= LEAST_COVERAGE * minutes
}

function without(window: Window, periods: readonly Period[]): Window {
  return periods.length === 0 ? window : { ...window, excluded: [...window.excluded, ...periods] }
}

function minutesOf(window: Window): number {
  return withoutPeriods(window.period, window.excluded).reduce(
    (total, part) => total + lengthMinutes(part),
    0,
  )
}

function sum(values: Float64Array): number {
  let total = 0
  for (let index = 0; index < values.length; index++) total += values[index] as number
  return total
}
