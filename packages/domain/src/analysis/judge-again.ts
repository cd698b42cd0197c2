import { type ProtectionVerdict, verdictOf } from './protection-verdict'
import type { TemperatureSums } from './temperature-figures'
import type { ZoneLimits } from './zone-limits'

/**
 * The verdict on a day by other limits, from what was kept of it; null where that says too little and its readings
 * would have to be measured again.
 * @param before the limits by which the sums were measured
 */
export function judgeAgain(
  sums: TemperatureSums,
  before: ZoneLimits,
  after: ZoneLimits,
): ProtectionVerdict | null {
  // another lag makes another temperature of the product, and with it other extremes
  const isOtherProduct = before.lagMinutes !== after.lagMinutes
  const insured = measuredWithin(sums, before, after, ['insuredLowC', 'insuredHighC'])
  const hard = measuredWithin(sums, before, after, ['hardLowC', 'hardHighC'])
  if (isOtherProduct || insured === 'unknown' || hard === 'unknown') return null
  return verdictOf(
    { ...sums, ...(insured === 'none' ? NO_EXCURSION : {}), ...(hard === 'none' ? NEVER_BEYOND : {}) },
    after,
  )
}

const NO_EXCURSION = { excursionMinutes: 0, degreeMinutes: 0, longestExcursionMinutes: 0 }
const NEVER_BEYOND = { longestBeyondHardMinutes: 0 }

/** Whether what was kept holds for other limits: as it was measured, as nothing beyond them, or not at all. */
function measuredWithin(
  { lowestC, highestC }: TemperatureSums,
  before: ZoneLimits,
  after: ZoneLimits,
  [low, high]: readonly ['insuredLowC', 'insuredHighC'] | readonly ['hardLowC', 'hardHighC'],
): 'kept' | 'none' | 'unknown' {
  if (before[low] === after[low] && before[high] === after[high]) return 'kept'
  const isWithin =
    (lowestC ?? Infinity) >= (after[low] ?? -Infinity) && (highestC ?? -Infinity) <= (after[high] ?? Infinity)
  return isWithin ? 'none' : 'unknown'
}
