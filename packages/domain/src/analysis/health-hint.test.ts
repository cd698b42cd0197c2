import { describe, expect, test } from 'vitest'
import { faultChances, speaksFor } from './fault-likelihood'
import { faultSignatures, type HealthHint, type Signature } from './fault-signatures'
import type { EvidenceKind, HealthEvidence } from './health-evidence'
import { hintOf, hintWithoutScore } from './health-hint'
import { NOTHING_MEASURED } from './nothing-measured'
import type { ProbeReason } from './probe-faults'

/** Effects, each with hardly any scatter of its own. */
const seen = (effects: Partial<Record<EvidenceKind, number>>): HealthEvidence =>
  Object.fromEntries(
    Object.entries(effects).map(([kind, effect]) => [
      kind,
      { effect, noise: 0.05, value: 10 + effect, usual: 10 },
    ]),
  )
const having = (
  score: number,
  effects: Partial<Record<EvidenceKind, number>>,
  probe: ProbeReason | null = null,
) => ({ score, probe, evidence: seen(effects) })
const stuck: ProbeReason = { fault: 'probe_stuck', what: 'still', value: 7, usual: null }

describe('the likely fault', () => {
  const leaking = { deviation: 0.4, run_ratio: 1, pull_down: -1.1, coil_difference: -0.7, energy: 0 }
  test('is what is likeliest', () => {
    expect(hintOf('C7', having(72.2, leaking))?.hint).toBe('refrigerant_leak')
  })
  test('is none when the score is good, and for a hot case', () => {
    expect(hintOf('C7', having(85, leaking))).toBeNull()
    expect(hintOf('HOT', having(60, leaking))).toBeNull()
  })
  test('is a probe that a check found, where the figures say nothing else', () => {
    expect(hintOf('C7', having(49, { deviation: 0, run_ratio: 0 }, stuck))).toMatchObject({
      hint: 'probe_stuck',
      reasons: [{ what: 'still', value: 7, usual: null }],
    })
  })
  test('is something else where the figures speak against the probe', () => {
    const worse = { ...leaking, deviation: 1.5, recovery: 1, run_ratio: 1.3 }
    expect(hintOf('C7', having(49, worse, stuck))?.hint).toBe('refrigerant_leak')
  })
  test.each([
    [
      'much run time and energy with the door open',
      { deviation: 0.3, run_ratio: 1.2, pull_down: -0.9, coil_difference: 0, energy: 1.2, door: 1.5 },
      'door_or_seal',
    ],
    [
      'more energy for the same cold',
      { deviation: 0, run_ratio: 0.2, energy: 0.7, rest: 0 },
      'dirty_condenser',
    ],
    [
      'warm, and the compressor takes less than ever',
      { deviation: 2, recovery: 1.5, run_ratio: -1, energy: -1.5 },
      'compressor_fails',
    ],
    [
      'the air reads further above the coil, also at rest',
      { deviation: 0, run_ratio: 0.3, pull_down: -0.3, coil_difference: 0.7, energy: 0.2, rest: 1.1 },
      'probe_reads_high',
    ],
    ['a single figure that five faults move', { run_ratio: 0.6 }, null],
    [
      'nothing but figures that point nowhere together',
      { deviation: 1.5, run_ratio: -1.2, pull_down: 1.9, energy: 1.2 },
      null,
    ],
  ] as const)('%s', (_, effects, expected) => {
    expect(hintOf('C7', having(60, effects))?.hint ?? null).toBe(expected)
  })
  test('is never surer than 95 %', () => {
    const sure = { deviation: 2, recovery: 1.3, run_ratio: 0.4, pull_down: -0.3, energy: 0.2, rest: -0.1 }
    const found: ProbeReason = { fault: 'endless_defrost', what: 'warm_coil', value: 4, usual: null }
    expect(hintOf('C7', having(26, sure, found))?.chance).toBe(0.95)
  })
})

describe('reasons', () => {
  test('are at most three figures that are off, the most telling first, each with what is usual', () => {
    const reasons = hintOf(
      'C7',
      having(60, {
        deviation: 0.02,
        recovery: 0.7,
        run_ratio: 1,
        pull_down: -1.1,
        coil_difference: -0.6,
        energy: 0,
      }),
    )?.reasons
    expect(reasons).toHaveLength(3)
    expect(reasons?.[0]).toEqual({ what: 'coil_difference', value: 9.4, usual: 10 })
    expect(reasons?.map(({ what }) => what)).not.toContain('deviation')
  })
})

test('a device without a score: what its probes show by themselves, as sure as its checks are', () => {
  const named = hintWithoutScore({ ...NOTHING_MEASURED, isBelowSecondProbe: true })
  // 0.7 against 0.03 for each of twelve other faults and for anything else
  expect(named?.chance).toBeCloseTo(0.7 / (0.7 + 13 * 0.03), 10)
  expect(named).toMatchObject({ hint: 'probe_reads_low', reasons: [{ what: 'second_probe' }] })
  expect(hintWithoutScore(NOTHING_MEASURED)).toBeNull()
})

describe('chances', () => {
  /** Two faults that differ in the starts; the others leave everything alone. */
  const signatures = {
    ...(Object.fromEntries(Object.keys(faultSignatures).map((fault) => [fault, {} as Signature])) as Record<
      HealthHint,
      Signature
    >),
    short_cycling: { starts: [0.8, 0.3] },
    contactor_welded: { starts: [-0.4, 0.4] },
  } as const
  // Spreads with the 0.05 of the figure: hypot(0.3, 0.05), hypot(0.4, 0.05), hypot(0.5, 0.05), hypot(1.1, 0.05).
  const likelihood = (off: number, spread: number) => Math.exp(-0.5 * (off / spread) ** 2) / spread
  const cycling = likelihood(0.1, 0.304138)
  const welded = likelihood(1.3, 0.403113)
  const unnamed = likelihood(0.9, 0.502494)

  test('are likelihoods over all faults and anything else: one figure by hand', () => {
    // seven faults and, at three tenths since no check of a probe found them, four of probes are not named there
    const all =
      cycling ** 0.6 + welded ** 0.6 + (7 + 4 * 0.3) * unnamed ** 0.6 + likelihood(0.9, 1.101136) ** 0.6
    const chances = faultChances(seen({ starts: 0.9 }), null, signatures)
    expect(chances.get('short_cycling')).toBeCloseTo(cycling ** 0.6 / all, 4)
  })
  test('a figure speaks for a fault by how much likelier it is of it than of the others', () => {
    const mean = (welded ** 0.6 + 11 * unnamed ** 0.6) / 12
    const evidence = seen({ starts: 0.9 })
    expect(speaksFor('short_cycling', 'starts', evidence, signatures)).toBeCloseTo(
      Math.log(cycling ** 0.6 / mean),
      4,
    )
    expect(speaksFor('short_cycling', 'door', evidence, signatures)).toBe(0)
  })
})
