import { describe, expect, test } from 'vitest'
import { faultChances, faultSignatures } from './fault-likelihood'
import type { EvidenceKind, HealthEvidence } from './health-evidence'
import { hintOf } from './health-hint'

/** Effects, each with hardly any scatter of its own. */
const seen = (effects: Partial<Record<EvidenceKind, number>>): HealthEvidence =>
  Object.fromEntries(Object.entries(effects).map(([kind, effect]) => [kind, { effect, noise: 0.05 }]))
const having = (
  score: number,
  effects: Partial<Record<EvidenceKind, number>>,
  probeFault: 'probe_stuck' | null = null,
) => ({ score, losses: [], probeFault, evidence: seen(effects) })

describe('a hint', () => {
  const leaking = {
    deviation: 0.1,
    recovery: 0.6,
    run_ratio: 1,
    pull_down: -0.8,
    coil_difference: -0.4,
    energy: 0.3,
  }
  test('names what is likeliest', () => {
    expect(hintOf('C7', having(72.2, leaking))).toBe('refrigerant_leak')
  })
  test('is none when the score is good, and for a hot case', () => {
    expect(hintOf('C7', having(85, leaking))).toBeNull()
    expect(hintOf('HOT', having(60, leaking))).toBeNull()
  })
  test('is the probe where one is unreliable', () => {
    expect(hintOf('C7', having(49, leaking, 'probe_stuck'))).toBe('probe_stuck')
  })
  test('looks at the figures themselves: what the worst of them costs the score plays no part', () => {
    // Losses in which the worst indicator holds 40 % of the whole pointed to the contactor for a door left open.
    const door = {
      deviation: 0.3,
      recovery: 0.5,
      run_ratio: 1,
      pull_down: -0.5,
      coil_difference: 0,
      energy: 0.8,
      rest: 0,
    }
    expect(hintOf('C7', having(45, door))).toBe('door_or_seal')
  })
  test.each([
    [
      'coil far colder than the air, late back, warm, also at rest: ice',
      {
        deviation: 0.5,
        recovery: 0.9,
        run_ratio: 1,
        pull_down: -0.6,
        coil_difference: 1,
        energy: 0.6,
        rest: 1,
      },
      'iced_evaporator',
    ],
    [
      'cold and never stopping: the contactor',
      { deviation: -0.7, run_ratio: 1.7, starts: -0.3, energy: 1 },
      'contactor_welded',
    ],
    [
      'on, warm, no difference at the coil, hardly any energy: the compressor',
      { deviation: 1.6, run_ratio: 1.2, pull_down: -1.6, coil_difference: -1.6, energy: -1 },
      'compressor_fails',
    ],
    ['starting again and again', { starts: 0.9, run_ratio: 0, energy: 0.2, deviation: 0 }, 'short_cycling'],
    [
      'nothing but figures that point nowhere together',
      { deviation: 1.5, run_ratio: -1.2, pull_down: 1.2, energy: 1.2 },
      null,
    ],
    ['a single figure that five faults move', { run_ratio: 0.6 }, null],
  ] as const)('%s', (_, effects, expected) => {
    expect(hintOf('C7', having(60, effects))).toBe(expected)
  })
})

test('chances are likelihoods over all faults and anything else: one figure by hand', () => {
  const chances = faultChances(seen({ starts: 0.8 }), faultSignatures)
  // Normal around severity · signature: spread hypot(0.3, 0.05) = 0.30414 for a fault, hypot(0.9, 0.05) = 0.90139 for
  // anything. Short cycling at severities 0.3, 0.6, 1, 1.5 expects 0.24, 0.48, 0.8, 1.2: off by 0.56, 0.32, 0, 0.4.
  const likelihood = (off: number, spread: number) => (Math.exp(-0.5 * (off / spread) ** 2) / spread) ** 0.6
  const mean = (offs: readonly number[]) =>
    offs.reduce((sum, off) => sum + likelihood(off, 0.30414), 0) / offs.length
  const cycling = mean([0.56, 0.32, 0, 0.4])
  const others = [-0.15, 0, 0, 0, 0, 0, -0.3, -0.3].map((starts) =>
    mean([0.3, 0.6, 1, 1.5].map((severity) => 0.8 - severity * starts)),
  )
  const all = cycling + others.reduce((sum, one) => sum + one, 0) + likelihood(0.8, 0.90139)
  expect(chances.get('short_cycling')).toBeCloseTo(cycling / all, 3)
})
