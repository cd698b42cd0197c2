import { coverage, heldMinutes, type Series } from '../points/series'
import type { Period } from '../time/period'

/** Below this share of the day its mean would lean to the hours that are known. */
const LEAST_COVERAGE = 0.9
/** Outdoor temperature above which a shop is cooled. */
const COOLING_BASE_C = 18

/**
 * Mean outdoor temperature of a day in °C; null when values are known for less than nine tenths of the day.
 * @param day the whole local day, also while it is under way
 * @param periodSeconds of the values: 3600 for those of a weather station
 */
export function meanOutdoorC(outdoor: Series, day: Period, periodSeconds: number): number | null {
  const window = { period: day, periodSeconds, excluded: [] }
  if ((coverage(outdoor, window) ?? 0) < LEAST_COVERAGE) return null
  const held = heldMinutes(outdoor, window)
  let weighed = 0
  let minutes = 0
  for (let index = 0; index < held.length; index++) {
    const weight = held[index] as number
    if (weight === 0) continue
    weighed += weight * (outdoor.values[index] as number)
    minutes += weight
  }
  return weighed / minutes
}

/** Cooling degree-days of one day: how far its mean lies above 18 °C, in K·d; 0 on a day that is not warmer. */
export function coolingDegreeDays(meanC: number): number {
  return Math.max(0, meanC - COOLING_BASE_C)
}
