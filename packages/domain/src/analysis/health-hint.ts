import type { TemperatureZone } from '../organisation/device'
import { faultSignatures, type LikelyFault, likeliestFault } from './fault-likelihood'
import type { HealthScore } from './health-score'
import type { ProbeFault } from './probe-faults'

/** What a device may suffer from, to be checked by a person. */
export type HealthHint = LikelyFault | ProbeFault

const HINTED_BELOW = 85

/**
 * What to look at: a probe that is not to be trusted, else the likeliest fault.
 * @returns null for a score of 85 and above, for a hot case, which has other troubles, and where nothing is likely enough
 */
export function hintOf(
  zone: TemperatureZone,
  { score, probeFault, evidence }: HealthScore,
): HealthHint | null {
  if (zone === 'HOT' || score >= HINTED_BELOW) return null
  return probeFault ?? likeliestFault(evidence, faultSignatures)
}
