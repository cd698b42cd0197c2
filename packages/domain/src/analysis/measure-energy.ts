import { forEachHeldWithin } from '../points/series'
import { lengthMs, type Period } from '../time/period'
import { lastAtOrBefore, type RunningTotal } from './counter'
import type { HealthObservation } from './health-indicators'
import { LEAST_COVERAGE } from './least-coverage'

const HOUR_MS = 3_600_000
const HOURS_PER_DAY = 24

/**
 * kWh of a device in the stretches of its window that are looked at, brought up to 24 hours: an hour of silence must not
 * look like an hour of savings.
 * @param windowMs how much of the window counts
 * @param stretches for a counter, which tells no excluded time from the rest
 */
export function measureKwh(
  observation: HealthObservation,
  windowMs: number,
  stretches: readonly Period[],
): number | null {
  const { energy } = observation.readings
  return energy === null ? meanKwh(observation, windowMs) : countedKwh(energy, stretches)
}

function meanKwh({ window, readings: { power } }: HealthObservation, windowMs: number): number | null {
  if (power === null) return null
  let [knownMs, kwMs] = [0, 0]
  forEachHeldWithin(power, window, (index, fromMs, toMs) => {
    knownMs += toMs - fromMs
    kwMs += (toMs - fromMs) * (power.values[index] as number)
  })
  return knownMs === 0 || knownMs < LEAST_COVERAGE * windowMs ? null : (kwMs / knownMs) * HOURS_PER_DAY
}

/** A counter includes what was used in its gaps, so the first and last reading in each stretch are enough. */
function countedKwh(energy: RunningTotal, stretches: readonly Period[]): number | null {
  let [dueMs, knownMs, kwh] = [0, 0, 0]
  for (const stretch of stretches) {
    dueMs += lengthMs(stretch)
    const first = lastAtOrBefore(energy, stretch.startAt - 1) + 1
    const last = lastAtOrBefore(energy, stretch.endAt - 1)
    if (last <= first) continue
    knownMs += (energy.timesMs[last] as number) - (energy.timesMs[first] as number)
    kwh += (energy.amounts[last] as number) - (energy.amounts[first] as number)
  }
  if (knownMs === 0 || knownMs < LEAST_COVERAGE * dueMs) return null
  return (kwh * HOURS_PER_DAY * HOUR_MS) / knownMs
}
