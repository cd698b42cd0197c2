import { expectedAt } from './fit-figure'
import type { HealthBaseline } from './health-baseline'
import type { HealthIndicator, MeasuredHealth } from './health-indicators'
import type { Comparison, IndicatorScore } from './indicator-scores'

/** `rest`: how far the air lies above the coil at the end of a rest, which a wrong probe moves and hardly a fault. */
export type EvidenceKind = HealthIndicator | 'rest'

/** How far something lies from what is expected, below it negative, and how far it scatters there, in units of its own. */
interface Evidence {
  readonly effect: number
  readonly noise: number
  /** What was measured, in the unit of its figure, and what is usual for the device in this weather. */
  readonly value: number | null
  readonly usual: number | null
}

export type HealthEvidence = Readonly<Partial<Record<EvidenceKind, Evidence>>>

/** K of the rest difference that are one unit. */
const REST_UNIT_K = 3

const figureOf = {
  deviation: 'deviationK',
  recovery: 'recoveryMinutes',
  run_ratio: 'runRatio',
  starts: 'startsPerHour',
  pull_down: 'pullDownKPerMinute',
  coil_difference: 'coilDifferenceK',
  superheat: 'superheatK',
  door: 'doorShare',
  energy: 'energyKwh',
  rest: 'restDifferenceK',
} as const satisfies Readonly<Record<EvidenceKind, keyof MeasuredHealth & keyof HealthBaseline>>

export function evidenceOf(
  scores: readonly IndicatorScore[],
  { measured, baseline, outdoorC }: Comparison,
): HealthEvidence {
  const evidence: Partial<Record<EvidenceKind, Evidence>> = {}
  const comparedIn = (kind: EvidenceKind) => {
    const usual = baseline?.[figureOf[kind]] ?? null
    return {
      value: measured[figureOf[kind]] ?? null,
      usual: usual === null ? null : expectedAt(usual, kind === 'rest' ? null : outdoorC),
    }
  }
  for (const { indicator, effect, noise } of scores)
    evidence[indicator] = { effect, noise, ...comparedIn(indicator) }
  const rest = comparedIn('rest')
  if (rest.value !== null && rest.usual !== null) {
    const scatter = baseline?.restDifferenceK?.scatter ?? 0
    evidence.rest = {
      effect: (rest.value - rest.usual) / REST_UNIT_K,
      noise: scatter / REST_UNIT_K,
      ...rest,
    }
  }
  return evidence
}
