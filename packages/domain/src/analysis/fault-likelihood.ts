import type { HealthHint, Signature } from './fault-signatures'
import type { EvidenceKind, HealthEvidence } from './health-evidence'
import type { ProbeFault } from './probe-faults'

type Signatures = Readonly<Record<HealthHint, Signature>>

const UNNAMED = [0, 0.5] as const
/** What belongs to no fault that is known. */
const SPREAD_OF_ANYTHING = 1.1
/** Figures of one device go together, so each tells less than it would alone. */
const INDEPENDENT_SHARE = 0.6
/** Further away everything is equally bad. */
const FURTHEST = 2
/** How often the check of a probe finds the fault that it looks for, and how often one finds something else. */
const FOUND_IF_THERE = 0.7
const FOUND_OTHERWISE = 0.03
const probeFaults: ReadonlySet<string> = new Set<ProbeFault>([
  'probe_stuck',
  'probe_reads_low',
  'coil_probe',
  'endless_defrost',
])

/**
 * The chance of each fault; what is missing to 1 is that of something else. All are equally likely beforehand.
 * @param found what the checks of the probes found
 */
export function faultChances(
  evidence: HealthEvidence,
  found: ProbeFault | null,
  signatures: Signatures,
): Map<HealthHint, number> {
  const faults = Object.keys(signatures) as HealthHint[]
  const logs = faults.map((fault) => {
    const log = logOf(evidence, (kind) => signatures[fault][kind] ?? UNNAMED)
    return [fault, log + Math.log(chanceOfFinding(found, fault))] as const
  })
  const logOfAnything =
    logOf(evidence, () => [0, SPREAD_OF_ANYTHING]) + Math.log(found === null ? 1 : FOUND_OTHERWISE)
  const highest = Math.max(logOfAnything, ...logs.map(([, log]) => log))
  const sum = logs.reduce(
    (total, [, log]) => total + Math.exp(log - highest),
    Math.exp(logOfAnything - highest),
  )
  return new Map(logs.map(([fault, log]) => [fault, Math.exp(log - highest) / sum]))
}

/** By how much a figure speaks for a fault rather than for the others: the logarithm of how much likelier it is of it. */
export function speaksFor(
  fault: HealthHint,
  kind: EvidenceKind,
  evidence: HealthEvidence,
  signatures: Signatures,
): number {
  const seen = evidence[kind]
  if (seen === undefined) return 0
  const alone: HealthEvidence = { [kind]: seen }
  const likelihoodOf = (one: HealthHint) => Math.exp(logOf(alone, () => signatures[one][kind] ?? UNNAMED))
  const others = (Object.keys(signatures) as HealthHint[]).filter((one) => one !== fault)
  const mean = others.reduce((sum, one) => sum + likelihoodOf(one), 0) / others.length
  return Math.log(likelihoodOf(fault) / mean)
}

function chanceOfFinding(found: ProbeFault | null, fault: HealthHint): number {
  if (found !== null) return found === fault ? FOUND_IF_THERE : FOUND_OTHERWISE
  return probeFaults.has(fault) ? 1 - FOUND_IF_THERE : 1
}

/** Of normal distributions around what a fault does. */
function logOf(
  evidence: HealthEvidence,
  signatureOf: (kind: EvidenceKind) => readonly [centre: number, spread: number],
): number {
  let log = 0
  for (const [kind, { effect, noise }] of Object.entries(evidence)) {
    const seen = Math.min(FURTHEST, Math.max(-FURTHEST, effect))
    const [centre, spread] = signatureOf(kind as EvidenceKind)
    const deviation = Math.hypot(spread, noise)
    log -= 0.5 * ((seen - centre) / deviation) ** 2 + Math.log(deviation)
  }
  return INDEPENDENT_SHARE * log
}
