import type { TemperatureZone } from '../organisation/device'
import type { Series, Window } from '../points/series'
import { epochMs, hours } from '../time/instant'
import type { Period } from '../time/period'
import { type ControlBand, defrostMask, defrostPeriods, inferDefrostPeriods } from './defrost'
import type { HealthObservation, HealthReadings } from './health-indicators'

export interface HealthSeries extends HealthReadings {
  /** 1 during a defrost; null where the equipment does not report it. */
  readonly defrost: Series | null
}

/** A defrost that began before the window excuses the air for so long at most, with its own length and recovery. */
const EARLIER_MS = hours(2)

/**
 * What a health score is computed from: the readings with the defrosts that touch the window, reported by the
 * equipment or, where it has an evaporator probe and a compressor contact, inferred from them.
 * @param series readings of the window and of the two hours before it
 */
export function observeHealth(
  of: {
    readonly zone: TemperatureZone
    readonly band: ControlBand
    readonly window: Window
    readonly openHours: readonly Period[]
  },
  series: HealthSeries,
): HealthObservation {
  const { zone, band, window, openHours } = of
  const { startAt, endAt } = window.period
  const around = { ...window, period: { startAt: epochMs(startAt - EARLIER_MS), endAt } }
  const defrosts = zone === 'HOT' ? [] : defrostsOf(series, around)
  return {
    zone,
    band,
    window,
    openHours,
    readings: series,
    defrosts: defrosts.filter((defrost) => defrost.endAt > startAt),
    mask: defrostMask(defrosts, series.air, band, zone, window),
  }
}

function defrostsOf({ defrost, air, evaporator, compressor }: HealthSeries, window: Window): Period[] {
  if (defrost !== null) return defrostPeriods(defrost, window)
  if (evaporator === null || compressor === null) return []
  return inferDefrostPeriods({ air, evaporator, compressor }, window)
}
