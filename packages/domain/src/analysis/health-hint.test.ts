import { describe, expect, test } from 'vitest'
import { hintOf } from './health-hint'
import type { HealthIndicator } from './health-indicators'
import type { HealthLoss } from './health-score'

/** A score with the given losses, negative ones below the expected. */
const having = (score: number, losses: Partial<Record<HealthIndicator | 'breach', number>>) => ({
  score,
  losses: Object.entries(losses).map(
    ([cause, points]): HealthLoss => ({
      cause: cause as HealthLoss['cause'],
      points: Math.abs(points),
      side: points < 0 ? -1 : 1,
    }),
  ),
})

describe('the worked example of the score: slow cooling loses 17.7, running 3.6, warm air 2.64', () => {
  const losses = {
    deviation: 2.64,
    recovery: 1.2,
    run_ratio: 3.6,
    starts: 0,
    pull_down: -17.7,
    coil_difference: -1.12,
    energy: 1.54,
  }
  // Leak: (1.32 + 1.2 + 7.2 + 35.4 + 1.12) / (√344.4·√11.25) = 46.24 / 62.25 = 0.74.
  // Dirty condenser: (0.6 + 3.6 + 17.7 + 0.56 + 3.08) / (√344.4·√6.5) = 25.54 / 47.31 = 0.54.
  test('looks like a refrigerant leak', () => {
    expect(hintOf('C7', having(72.2, losses))).toBe('refrigerant_leak')
  })
  test('says nothing when the score is good', () => {
    expect(hintOf('C7', having(85, losses))).toBeNull()
    expect(hintOf('C7', having(84.9, losses))).toBe('refrigerant_leak')
  })
  test('says nothing about a hot case', () => {
    expect(hintOf('HOT', having(72.2, losses))).toBeNull()
  })
})

test.each([
  [
    'a coil far colder than the air, slow recoveries, more running and energy: ice',
    { coil_difference: 20, recovery: 18, pull_down: -9, run_ratio: 8, energy: 6 },
    'iced_evaporator',
  ],
  [
    'the same without the rest is the fan',
    { coil_difference: 20, recovery: 4, pull_down: -9 },
    'evaporator_fan',
  ],
  [
    'much energy, slow cooling: the condenser',
    { energy: 20, run_ratio: 8, pull_down: -9 },
    'dirty_condenser',
  ],
  [
    'always running, warm, back late: the door',
    { run_ratio: 20, deviation: 10, recovery: 9, energy: 9 },
    'door_or_seal',
  ],
  ['cold and never stopping: the contactor', { run_ratio: 20, deviation: -9, energy: 9 }, 'contactor_welded'],
  ['starting again and again', { starts: 20, energy: 9 }, 'short_cycling'],
  [
    'idle with a small difference at the coil: a probe that reads low',
    { run_ratio: -10, coil_difference: -12 },
    'probe_reads_low',
  ],
  [
    'busy with a large difference: a probe that reads high',
    { run_ratio: 10, coil_difference: 11, energy: 9 },
    'probe_reads_high',
  ],
] as const)('%s', (_, losses, hint) => {
  expect(hintOf('FZ', having(60, losses))).toBe(hint)
})

test('too much superheat speaks for a leak as a small difference at the coil does', () => {
  const losses = { run_ratio: 8, pull_down: -8 }
  expect(hintOf('C4', having(70, { ...losses, superheat: 9 }))).toBe('refrigerant_leak')
  expect(hintOf('C4', having(70, { ...losses, superheat: -14 }))).toBe('evaporator_fan')
})

test('a pattern like none says nothing', () => {
  // Cosine with the closest, a welded contactor: 10·1 / (10·√6) = 0.41.
  expect(hintOf('FZ', having(60, { deviation: -10 }))).toBeNull()
})

test('a door of customers and the cap of a breach are no pattern', () => {
  expect(hintOf('FZ', having(49, { breach: 40, door: 3 }))).toBeNull()
  expect(hintOf('FZ', having(49, { breach: 40, starts: 10, energy: 5 }))).toBe('short_cycling')
})
