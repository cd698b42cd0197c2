import type { EvidenceKind, HealthEvidence } from './health-evidence'

const likelyFaults = [
  'refrigerant_leak',
  'dirty_condenser',
  'iced_evaporator',
  'evaporator_fan',
  'door_or_seal',
  'probe_reads_high',
  'contactor_welded',
  'compressor_fails',
  'short_cycling',
] as const
export type LikelyFault = (typeof likelyFaults)[number]

type Signature = Readonly<Partial<Record<EvidenceKind, number>>>

/** Where each fault moves what is looked at when it has become bad; what is not named it leaves alone. */
export const faultSignatures: Readonly<Record<LikelyFault, Signature>> = {
  refrigerant_leak: {
    deviation: 0.3,
    recovery: 0.6,
    run_ratio: 1,
    pull_down: -0.8,
    coil_difference: -0.4,
    starts: -0.15,
    energy: 0.3,
  },
  dirty_condenser: { run_ratio: 0.5, pull_down: -0.4, energy: 0.8, recovery: 0.2 },
  iced_evaporator: {
    deviation: 0.5,
    recovery: 0.8,
    run_ratio: 1,
    pull_down: -0.6,
    coil_difference: 1,
    energy: 0.5,
    rest: 1,
  },
  evaporator_fan: {
    deviation: 0.3,
    recovery: 0.5,
    run_ratio: 0.6,
    pull_down: -0.6,
    coil_difference: 1,
    energy: 0.1,
    rest: 0.6,
  },
  door_or_seal: { deviation: 0.3, recovery: 0.5, run_ratio: 1, pull_down: -0.6, energy: 0.8, door: 0.5 },
  probe_reads_high: { run_ratio: 0.6, coil_difference: 0.7, rest: 1, energy: 0.5, pull_down: -0.2 },
  contactor_welded: { deviation: -0.6, run_ratio: 1.6, energy: 1, starts: -0.3 },
  compressor_fails: {
    deviation: 1.5,
    run_ratio: 1,
    pull_down: -1.5,
    coil_difference: -1.5,
    energy: -1,
    starts: -0.3,
  },
  short_cycling: { starts: 0.8, energy: 0.2 },
}

/** Severities at which a fault is looked for, as shares of its signature. */
const severities = [0.3, 0.6, 1, 1.5]
/** How far devices of one fault differ in a figure, and what belongs to no fault spreads. */
const SPREAD_OF_FAULT = 0.3
const SPREAD_OF_ANYTHING = 0.9
/** Figures of one device go together, so each tells less than it would alone. */
const INDEPENDENT_SHARE = 0.6
const LEAST_POSTERIOR = 0.5
/** Further away everything is equally bad. */
const FURTHEST = 2

/** The fault that is more likely than everything else together, anything unknown included; null where none is. */
export function likeliestFault(
  evidence: HealthEvidence,
  signatures: Readonly<Record<LikelyFault, Signature>>,
): LikelyFault | null {
  const chances = faultChances(evidence, signatures)
  const [best] = [...chances].sort((a, b) => b[1] - a[1])
  return best !== undefined && best[1] >= LEAST_POSTERIOR ? best[0] : null
}

/** The chance of each fault, given the evidence; what is missing to 1 is that of something else. */
export function faultChances(
  evidence: HealthEvidence,
  signatures: Readonly<Record<LikelyFault, Signature>>,
): Map<LikelyFault, number> {
  const logs = likelyFaults.map((fault) => [fault, logLikelihood(evidence, signatures[fault])] as const)
  const logOfAnything = logOf(evidence, () => 0, SPREAD_OF_ANYTHING)
  const highest = Math.max(logOfAnything, ...logs.map(([, log]) => log))
  const sum = logs.reduce(
    (total, [, log]) => total + Math.exp(log - highest),
    Math.exp(logOfAnything - highest),
  )
  return new Map(logs.map(([fault, log]) => [fault, Math.exp(log - highest) / sum]))
}

/** Mean over the severities, which are equally likely. */
function logLikelihood(evidence: HealthEvidence, signature: Signature): number {
  const logs = severities.map((severity) =>
    logOf(evidence, (kind) => severity * (signature[kind] ?? 0), SPREAD_OF_FAULT),
  )
  const highest = Math.max(...logs)
  return highest + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - highest), 0) / severities.length)
}

/** Of normal distributions around what a fault does. */
function logOf(evidence: HealthEvidence, centreOf: (kind: EvidenceKind) => number, spread: number): number {
  let log = 0
  for (const [kind, { effect, noise }] of Object.entries(evidence)) {
    const seen = Math.min(FURTHEST, Math.max(-FURTHEST, effect))
    const centre = Math.min(FURTHEST, Math.max(-FURTHEST, centreOf(kind as EvidenceKind)))
    const deviation = Math.hypot(spread, noise)
    log -= 0.5 * ((seen - centre) / deviation) ** 2 + Math.log(deviation)
  }
  return INDEPENDENT_SHARE * log
}
