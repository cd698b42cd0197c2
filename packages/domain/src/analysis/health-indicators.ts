import type { TemperatureZone } from '../organisation/device'
import { forEachHeldWithin, type Series, type Window } from '../points/series'
import { lengthMs, type Period, withoutPeriods } from '../time/period'
import type { BandFrom } from './control-bands'
import type { RunningTotal } from './counter'
import { LEAST_COVERAGE } from './least-coverage'
import { measureAir } from './measure-air'
import { measureCompressor } from './measure-compressor'
import { measureKwh } from './measure-energy'
import { measureProbes, type ProbeFigures } from './measure-probes'
import { measureQuiet, type QuietHealth } from './measure-quiet'
import { measureStillness } from './measure-stillness'
import { overlapWith } from './overlap-with'
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
  /** How much of what it can cool it is set to, percent: the opening of a modulating valve, the speed of a compressor. */
  readonly capacity: Series | null
  /** °C, of the evaporator's probe. */
  readonly evaporator: Series | null
  /** K */
  readonly superheat: Series | null
  /** °C, of a second probe, in the food. */
  readonly food: Series | null
  /** 1 while open. */
  readonly door: Series | null
  /** kWh of the device's own meter. */
  readonly energy: RunningTotal | null
  /** kW, for equipment without a counter. */
  readonly power: Series | null
}

export interface HealthObservation {
  readonly zone: TemperatureZone
  /** The band that holds, from when on; one at least. */
  readonly bands: readonly BandFrom[]
  /** The controller says what it regulates by. */
  readonly isBandKnown: boolean
  /** The 24 hours that end now, or a day of the store. */
  readonly window: Window
  /** Defrosts that touch the window, in order, and the time that they excuse. */
  readonly defrosts: readonly Period[]
  /** The equipment says when it defrosts, or lets it be inferred. */
  readonly isDefrostKnown: boolean
  readonly mask: readonly Period[]
  /** When the shop was open, within the window and in order. */
  readonly openHours: readonly Period[]
  /** When hardly a customer comes, within the window and in order. */
  readonly quietHours: readonly Period[]
  readonly readings: HealthReadings
}

/** What a window measured; null where the sensor or enough readings are missing. */
export interface MeasuredHealth extends ProbeFigures {
  /** Share 0 to 1 of the window that readings of the air stand for; null where all of it is excluded. */
  readonly coverage: number | null
  readonly coveredMinutes: number
  readonly periodSeconds: number
  /** 95th percentile of the distance from the control band; negative where most of it was on the cold side. */
  readonly deviationK: number | null
  readonly recoveryMinutes: number | null
  /** Running minutes over known minutes outside defrosts; of a valve or compressor that is set by degrees the mean of its capacity. */
  readonly runRatio: number | null
  /** The same while the shop is open and closed; null without opening hours that say so. */
  readonly openRunRatio: number | null
  readonly closedRunRatio: number | null
  /** Of the window that is known. */
  readonly closedHours: number | null
  readonly startsPerHour: number | null
  /** Median over the runs; of a hot case how fast it warms up. */
  readonly pullDownKPerMinute: number | null
  /** Air above evaporator while the compressor runs. */
  readonly coilDifferenceK: number | null
  /** While the compressor runs. */
  readonly superheatK: number | null
  /** Air above evaporator at the end of a rest of the compressor. */
  readonly restDifferenceK: number | null
  /** Share of the opening hours. */
  readonly doorShare: number | null
  /** Of 24 hours. */
  readonly energyKwh: number | null
  /** Mean over the time; null where the controller does not say. */
  readonly setpointC: number | null
  /** The longest time in which the air probe said the very same although a defrost or starts moved the air. */
  readonly stillMinutes: number | null
  /** How far the air probe moved: the standard deviation of its readings, K; null where no defrost was seen that day. */
  readonly moveK: number | null
  /** The smallest step of the air probe, K; null where it never moved. */
  readonly stepK: number | null
  /** Of the quiet hours; left out of what was measured before they were looked at. */
  readonly quiet?: QuietHealth | null
}

const ON = 0.5
const MINUTE_MS = 60_000

/**
 * What the last 24 hours measured for the health score, defrosts left out where they would count against a
 * device. A point whose readings cover less than 75 % of the time in question measures nothing. Each point is
 * read in one pass.
 */
export function measureHealth(observation: HealthObservation): MeasuredHealth {
  const { zone, window, openHours, readings } = observation
  const windowMs = msOf(withoutPeriods(window.period, window.excluded))
  const air = measureAir(observation)
  return {
    coverage: windowMs === 0 ? null : air.knownMs / windowMs,
    coveredMinutes: air.knownMs / MINUTE_MS,
    periodSeconds: window.periodSeconds,
    deviationK: air.deviationK,
    recoveryMinutes: zone === 'HOT' ? null : recoveryMinutes(observation),
    ...measureCompressor(observation, windowMs),
    doorShare: readings.door === null ? null : shareOpen(readings.door, openHours, window),
    energyKwh: measureKwh(observation, windowMs, [window.period]),
    setpointC: air.setpointC,
    ...measureStillness(observation),
    ...measureProbes(observation),
    quiet: measureQuiet(observation),
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

function msOf(periods: readonly Period[]): number {
  return periods.reduce((sum, period) => sum + lengthMs(period), 0)
}
