import type { Series, Window } from '../points/series'
import { estimateProductTemperature } from './product-temperature'
import { type ProtectionVerdict, verdictOf } from './protection-verdict'
import { measureTemperature, type TemperatureSums } from './temperature-figures'
import type { ZoneLimits } from './zone-limits'

/** How one device kept its product on one day. */
export interface TemperatureAssurance extends TemperatureSums {
  readonly verdict: ProtectionVerdict
}

/** °C, from well before the window on: the estimate settles, and spells over midnight are seen from their start. */
export interface AssuredReadings {
  readonly air: Series
  /** Null where the device has no food probe. A probe that is silent is not made up for by the air. */
  readonly product: Series | null
}

/** The temperature that protection is judged by: the food probe's, or what the air lets expect of the product. */
export function productTemperature(readings: AssuredReadings, limits: ZoneLimits): Series {
  return readings.product ?? estimateProductTemperature(readings.air, limits.lagMinutes)
}

/**
 * Sums and verdict of one device and one day of its store, or of the part of the day that is over. Several days are
 * the sums together and the worst of their verdicts.
 */
export function assureDay(readings: AssuredReadings, limits: ZoneLimits, day: Window): TemperatureAssurance {
  const sums = measureTemperature(productTemperature(readings, limits), limits, day)
  return { ...sums, verdict: verdictOf(sums, limits) }
}
