import { forEachHeld, type Series } from '../points/series'
import { type EpochMs, minutes } from '../time/instant'
import { AROUND_MINUTES, type SensorRange } from './entry-marks'

/** Steps that probes have, K, the coarsest first. */
const STEPS = [1, 0.5, 0.1] as const
const FINEST_STEP = 0.01
/** Of so few different values a step cannot be told: tenths are assumed. */
const FEWEST_VALUES = 4
const USUAL_STEP = 0.1
/** Of a float of 32 bits at −60 to 150. */
const EXACT_WITHIN = 1e-4

/** The coarsest usual step of which all values are multiples, K; a tenth where there are too few different ones. */
export function resolutionOf({ values }: Series): number {
  const known = Array.from(values).filter((value) => !Number.isNaN(value))
  if (new Set(known).size < FEWEST_VALUES) return USUAL_STEP
  const isMultiple = (step: number) =>
    known.every((value) => Math.abs(value / step - Math.round(value / step)) * step < EXACT_WITHIN)
  return STEPS.find(isMultiple) ?? FINEST_STEP
}

/**
 * What the probes of a device showed around an instant, the hold of the reading before it included; `null` where none
 * has a reading there.
 * @param probes °C, of one device: air, food
 */
export function sensorRange(
  probes: readonly Series[],
  at: EpochMs,
  periodSeconds: number,
): SensorRange | null {
  const around = minutes(AROUND_MINUTES)
  let [lowestC, highestC, resolutionK] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0]
  for (const probe of probes) {
    let isKnown = false
    forEachHeld(probe, periodSeconds, (index, startAt, endAt) => {
      if (startAt > at + around || endAt <= at - around) return
      isKnown = true
      lowestC = Math.min(lowestC, probe.values[index] as number)
      highestC = Math.max(highestC, probe.values[index] as number)
    })
    if (isKnown) resolutionK = Math.max(resolutionK, resolutionOf(probe))
  }
  return lowestC > highestC ? null : { lowestC, highestC, resolutionK }
}
