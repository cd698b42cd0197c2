import type { EvidenceKind } from './health-evidence'
import type { ProbeFault } from './probe-faults'

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

/** What a device may suffer from, to be checked by a person. */
export type HealthHint = (typeof likelyFaults)[number] | ProbeFault

/** Where a fault moves a figure, and how far devices that have it differ there; what is not named it leaves at 0, 0.5. */
export type Signature = Readonly<Partial<Record<EvidenceKind, readonly [centre: number, spread: number]>>>

/**
 * In the units of {@link HealthEvidence}, in tenths. What the trade knows of a fault counted as four devices of it; the others
 * are the faulty ones of seeds 2 to 4 of both families of `npm run evaluate`, half `choose`, a day and three days after their
 * first warning and at the end.
 */
export const faultSignatures: Readonly<Record<HealthHint, Signature>> = {
  refrigerant_leak: {
    deviation: [0.4, 0.7],
    recovery: [0.7, 0.7],
    run_ratio: [1, 0.5],
    starts: [-0.3, 0.3],
    pull_down: [-1.1, 0.5],
    coil_difference: [-0.6, 0.4],
    superheat: [0, 0.4],
    door: [0, 0.2],
    energy: [0, 0.4],
    rest: [0, 0.2],
  },
  dirty_condenser: {
    deviation: [0, 0.3],
    run_ratio: [0.2, 0.2],
    starts: [0, 0.4],
    pull_down: [-0.3, 0.3],
    coil_difference: [-0.2, 0.3],
    door: [0, 0.2],
    energy: [0.6, 0.3],
    rest: [0, 0.2],
  },
  iced_evaporator: {
    deviation: [0.4, 0.7],
    recovery: [0.7, 0.9],
    run_ratio: [0.5, 0.6],
    starts: [0, 0.3],
    pull_down: [-0.8, 0.8],
    coil_difference: [1.5, 0.5],
    door: [0, 0.2],
    energy: [0, 0.4],
    rest: [0.3, 0.6],
  },
  evaporator_fan: {
    deviation: [0.2, 0.5],
    recovery: [0.5, 0.8],
    run_ratio: [0.6, 0.6],
    starts: [0, 0.4],
    pull_down: [-0.6, 0.6],
    coil_difference: [1.5, 0.5],
    door: [0, 0.2],
    rest: [0.1, 0.5],
  },
  door_or_seal: {
    deviation: [0.5, 0.7],
    recovery: [0.5, 0.8],
    run_ratio: [1.1, 0.5],
    starts: [-0.1, 0.4],
    pull_down: [-0.9, 0.8],
    coil_difference: [0.5, 0.8],
    door: [0.8, 0.9],
    energy: [1, 0.6],
    rest: [-0.1, 0.4],
  },
  probe_reads_high: {
    deviation: [0.1, 0.5],
    recovery: [0.1, 0.4],
    run_ratio: [0.5, 0.5],
    starts: [0, 0.4],
    pull_down: [-0.3, 0.3],
    coil_difference: [0.9, 0.5],
    door: [0, 0.2],
    energy: [0.3, 0.3],
    rest: [1, 0.3],
  },
  contactor_welded: {
    deviation: [-0.3, 1.4],
    recovery: [0.1, 1],
    run_ratio: [1.3, 1.1],
    starts: [-0.4, 0.4],
    pull_down: [-0.7, 0.9],
    coil_difference: [0.6, 0.9],
    door: [0, 0.3],
    energy: [0.7, 0.7],
  },
  compressor_fails: {
    deviation: [1.2, 0.9],
    recovery: [1.2, 0.7],
    run_ratio: [-0.2, 0.9],
    starts: [-0.4, 0.5],
    pull_down: [-0.9, 0.9],
    coil_difference: [-0.2, 0.5],
    superheat: [0.1, 0.8],
    door: [0, 0.3],
    energy: [-0.5, 0.7],
    rest: [0.1, 0.7],
  },
  short_cycling: {
    deviation: [0, 0.6],
    recovery: [0, 0.6],
    starts: [0.8, 0.5],
    energy: [0.2, 0.5],
  },
  probe_stuck: {
    deviation: [0, 0.4],
    recovery: [-0.2, 0.6],
    starts: [-0.3, 0.6],
    pull_down: [-0.5, 0.8],
    coil_difference: [0, 1],
    superheat: [0, 0.8],
    rest: [-0.6, 1],
  },
  probe_reads_low: {
    deviation: [0, 0.2],
    recovery: [-0.2, 0.4],
    run_ratio: [-0.1, 0.2],
    starts: [0, 0.3],
    pull_down: [0.1, 0.3],
    coil_difference: [-1.1, 0.7],
    door: [0, 0.2],
    energy: [-0.2, 0.2],
    rest: [-0.9, 0.3],
  },
  coil_probe: {
    deviation: [0, 0.6],
    recovery: [0, 0.6],
    coil_difference: [0.5, 0.5],
  },
  endless_defrost: {
    deviation: [1.7, 0.6],
    recovery: [1.2, 0.7],
    run_ratio: [0.4, 0.6],
    starts: [-0.2, 0.5],
    pull_down: [-0.3, 0.6],
    coil_difference: [0.2, 0.6],
    superheat: [0, 0.8],
    door: [0, 0.4],
    energy: [0.2, 0.6],
    rest: [-0.1, 0.5],
  },
}
