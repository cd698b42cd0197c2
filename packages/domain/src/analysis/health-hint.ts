import type { TemperatureZone } from '../organisation/device'
import { faultChances, speaksFor } from './fault-likelihood'
import { faultSignatures, type HealthHint } from './fault-signatures'
import type { EvidenceKind, HealthEvidence } from './health-evidence'
import type { MeasuredHealth } from './health-indicators'
import type { HealthScore } from './health-score'
import { type ProbeReason, plainProbeReason } from './probe-faults'

/** One figure that points to a fault; the usual value where there is one to compare with. */
export interface HintReason {
  readonly what: EvidenceKind | ProbeReason['what']
  readonly value: number | null
  readonly usual: number | null
}

/** The likeliest fault of a device. */
export interface NamedFault {
  readonly hint: HealthHint
  /** How many of the faults that are named so surely are rightly named, 0.5 to 0.95. */
  readonly chance: number
  /** What speaks for it, the strongest first; three at most. */
  readonly reasons: readonly HintReason[]
}

const HINTED_BELOW = 85
/** Likelier than all others and anything unknown together. */
const LEAST_CHANCE = 0.5
/** Of a hundred that seemed surer a few were wrong. */
const MOST_CHANCE = 0.95
const MOST_REASONS = 3
/** A figure that is hardly off is no reason, even where that it is not speaks for the fault. */
const LEAST_EFFECT = 0.1
const LEAST_DEVIATIONS = 2

/**
 * The likeliest fault with its chance and its reasons.
 * @returns null for a score of 85 and above, for a hot case, which has other troubles, and where nothing is likely enough
 */
export function hintOf(
  zone: TemperatureZone,
  { score, probe, evidence }: Pick<HealthScore, 'score' | 'probe' | 'evidence'>,
): NamedFault | null {
  return zone === 'HOT' || score >= HINTED_BELOW ? null : named(evidence, probe)
}

/** Of a device without a score: what its probes show by themselves. */
export function hintWithoutScore(measured: MeasuredHealth): NamedFault | null {
  const probe = plainProbeReason(measured)
  return probe && named({}, probe)
}

function named(evidence: HealthEvidence, probe: ProbeReason | null): NamedFault | null {
  const chances = faultChances(evidence, probe?.fault ?? null, faultSignatures)
  const [best] = [...chances].sort((a, b) => b[1] - a[1])
  if (best === undefined || best[1] < LEAST_CHANCE) return null
  const [hint, chance] = best
  return { hint, chance: Math.min(MOST_CHANCE, chance), reasons: reasonsOf(hint, evidence, probe) }
}

function reasonsOf(hint: HealthHint, evidence: HealthEvidence, probe: ProbeReason | null): HintReason[] {
  const figures = (Object.keys(evidence) as EvidenceKind[])
    .flatMap((what) => {
      const seen = evidence[what]
      if (seen === undefined) return []
      const isOff = Math.abs(seen.effect) >= Math.max(LEAST_EFFECT, LEAST_DEVIATIONS * seen.noise)
      const weight = isOff ? speaksFor(hint, what, evidence, faultSignatures) : 0
      return weight > 0 ? [{ weight, reason: { what, value: seen.value, usual: seen.usual } }] : []
    })
    .sort((a, b) => b.weight - a.weight)
    .map(({ reason }) => reason)
  const found: HintReason[] =
    probe?.fault === hint ? [{ what: probe.what, value: probe.value, usual: probe.usual }] : []
  const others = figures.filter(({ what }) => what !== probe?.what)
  return [...found, ...others].slice(0, MOST_REASONS)
}
