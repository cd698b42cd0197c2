import { expectedAt } from './fit-figure'
import type { HealthIndicator } from './health-indicators'
import type { Comparison, IndicatorScore } from './indicator-scores'

/** `rest`: how far the air lies above the coil at the end of a rest, which a wrong probe moves and hardly a fault. */
export type EvidenceKind = HealthIndicator | 'rest'

/** How far something lies from what is expected, below it negative, and how far it scatters there, in units of its own. */
interface Evidence {
  readonly effect: number
  readonly noise: number
}

export type HealthEvidence = Readonly<Partial<Record<EvidenceKind, Evidence>>>

/** K of the rest difference that are one unit. */
const REST_UNIT_K = 3

export function evidenceOf(
  scores: readonly IndicatorScore[],
  { measured, baseline }: Comparison,
): HealthEvidence {
  const evidence: Partial<Record<EvidenceKind, Evidence>> = {}
  for (const { indicator, effect, noise } of scores) evidence[indicator] = { effect, noise }
  const usual = baseline?.restDifferenceK ?? null
  const rest = measured.restDifferenceK ?? null
  if (usual !== null && rest !== null) {
    evidence.rest = {
      effect: (rest - expectedAt(usual, null)) / REST_UNIT_K,
      noise: usual.scatter / REST_UNIT_K,
    }
  }
  return evidence
}
