import type { Series, Window } from '../points/series'
import { estimateProductTemperature } from './product-temperature'
import { type ProtectionVerdict, verdictOf, worstVerdict } from './protection-verdict'
import { joinMeasured, type MeasuredTemperature, measureTemperature } from './temperature-figures'
import type { ZoneLimits } from './zone-limits'

/** How one device kept its product: of a day, or of a longer period. */
export interface TemperatureAssurance extends MeasuredTemperature {
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

/** Figures and verdict of one device and one day of its store, or of the part of the day that is over. */
export function assureDay(readings: AssuredReadings, limits: ZoneLimits, day: Window): TemperatureAssurance {
  const measured = measureTemperature(productTemperature(readings, limits), limits, day)
  return { ...measured, verdict: verdictOf(measured, limits) }
}

/** Days of one device as one period: figures joined, and the worst verdict that any day has. */
export function assurePeriod(
  days: readonly TemperatureAssurance[],
  activationKjPerMol: number,
): TemperatureAssurance {
  const verdict = worstVerdict(days.map((day) => day.verdict))
  return { ...joinMeasured(days, activationKjPerMol), verdict }
}
