import type { TemperatureZone } from '../organisation/device'
import type { Series, Window } from '../points/series'
import { epochMs, hours } from '../time/instant'
import { mergePeriods, type Period } from '../time/period'
import { type ControlBand, controlBands } from './control-bands'
import { defrostMask, defrostPeriods } from './defrost'
import type { HealthObservation, HealthReadings } from './health-indicators'
import { withinWindow } from './held-periods'
import { inferDefrosts } from './infer-defrosts'
import { inferPauses } from './infer-pauses'
import { settlingPeriods } from './settling'
import { switchedOffPeriods } from './switched-off'

export interface HealthSeries extends HealthReadings {
  /** 1 during a defrost; null where the equipment does not say. */
  readonly defrost: Series | null
  /** °C and K; null where the controller does not say. */
  readonly setpoint: Series | null
  readonly differential: Series | null
  /** Status codes of the controller. */
  readonly controlState: Series | null
}

/** Defrosts, moves of the set point and pauses from so long before the window on excuse the air in it. */
export const OBSERVED_BEFORE_MS = hours(4)

/**
 * What a health score is computed from: the readings with the defrosts that touch the window, told by the equipment
 * or, where it has an evaporator probe and a compressor contact, inferred from them. The time in which the controller
 * was switched off or the case was being cleaned does not count; the air is excused after it, and after a move of the
 * set point, until it is in the band, for 4 hours at most.
 * @param of `band`: what is usual, where the controller does not say
 * @param series readings of the window and of the four hours before it
 */
export function observeHealth(
  of: {
    readonly zone: TemperatureZone
    readonly band: ControlBand
    readonly window: Window
    readonly openHours: readonly Period[]
    readonly quietHours: readonly Period[]
  },
  series: HealthSeries,
): HealthObservation {
  const { zone, band, openHours, quietHours } = of
  const { startAt, endAt } = of.window.period
  const around = { ...of.window, period: { startAt: epochMs(startAt - OBSERVED_BEFORE_MS), endAt } }
  const bands = controlBands(series.setpoint, series.differential, band)
  const running = series.compressor ?? (series.capacity && runningOf(series.capacity))
  const defrosts = zone === 'HOT' ? [] : defrostsOf({ ...series, compressor: running }, zone, around)
  const reported = series.controlState === null ? [] : switchedOffPeriods(series.controlState, around)
  const seen =
    running === null || zone === 'HOT' ? [] : inferPauses(running, series.air, bands, defrosts, around)
  const window = { ...of.window, excluded: mergePeriods([...of.window.excluded, ...reported, ...seen]) }
  const settling = settlingPeriods(bands, reported, series.air, zone === 'HOT')
  const mask = defrostMask(defrosts, series.air, bands, zone, window)
  return {
    zone,
    bands,
    isBandKnown: series.setpoint !== null && series.setpoint.timesMs.length > 0,
    window,
    openHours,
    quietHours,
    readings: { ...series, compressor: running },
    isDefrostKnown: zone !== 'HOT' && isDefrostKnown({ ...series, compressor: running }),
    defrosts: defrosts.filter((defrost) => defrost.endAt > startAt),
    mask: mergePeriods([...mask, ...withinWindow(settling, window)]),
  }
}

/** A valve that is open at all cools, and so does a compressor that turns. */
function runningOf({ timesMs, values }: Series): Series {
  return {
    timesMs,
    values: Float64Array.from(values, (percent) => (Number.isNaN(percent) ? percent : percent > 0 ? 1 : 0)),
  }
}

function isDefrostKnown({ defrost, evaporator, compressor }: HealthSeries): boolean {
  return hasReadings(defrost) || (hasReadings(evaporator) && hasReadings(compressor))
}

function hasReadings(series: Series | null): boolean {
  if (series === null) return false
  for (let index = 0; index < series.values.length; index++) {
    if (!Number.isNaN(series.values[index])) return true
  }
  return false
}

function defrostsOf(series: HealthSeries, zone: TemperatureZone, window: Window): Period[] {
  const { defrost, air, evaporator, compressor } = series
  if (defrost !== null) return defrostPeriods(defrost, window)
  if (evaporator === null || compressor === null) return []
  return inferDefrosts({ air, evaporator, compressor }, zone, window)
}
