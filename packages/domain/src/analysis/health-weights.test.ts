import { expect, test } from 'vitest'
import { roundHalfAwayFromZero } from '../units'
import type { Expectation } from './fit-figure'
import type { HealthBaseline } from './health-baseline'
import { scoreHealth } from './health-score'
import { NOTHING_MEASURED } from './nothing-measured'

const level = (typical: number): Expectation => ({
  ...{ atZero: typical, perKelvin: 0, typical, scatter: 0, meanC: 20, slopeError: 0 },
})
const baseline: HealthBaseline = {
  deviationK: level(0),
  runRatio: level(0.482),
  startsPerHour: level(3),
  pullDownKPerMinute: level(0.3),
  coilDifferenceK: level(5),
  energyKwh: level(16),
  recoveryMinutes: level(6),
  doorShare: level(0.1),
  superheatK: null,
  restDifferenceK: null,
  ...{ stillMinutes: level(20), moveK: level(1), outdoorC: 20, control: 'on_off', setpointC: 2, stepK: 0 },
  ...{ isUsuallyBreached: false, usualFaults: [] },
}
/** The worked example: M is 78.66, and cooling speed with 62.5 points the worst. */
const measured = {
  ...NOTHING_MEASURED,
  ...{ periodSeconds: 60, coverage: 0.99, coveredMinutes: 1425, setpointC: 2, stillMinutes: 20, moveK: 1 },
  ...{ deviationK: 1.2, recoveryMinutes: 9, runRatio: 0.622, startsPerHour: 4.2, doorShare: 0.11 },
  ...{ pullDownKPerMinute: 0.21, coilDifferenceK: 6.1, energyKwh: 18.72 },
}
const by = (chosen: Record<string, number>) => {
  const result = scoreHealth('C7', measured, baseline, 20, false, chosen)
  if (!result.ok) throw new Error(result.problem)
  return result.value
}

test('weights in the same proportions are the same score', () => {
  const halves = { deviation: 11, recovery: 5, run_ratio: 9, starts: 5, pull_down: 6, coil_difference: 6 }
  expect(roundHalfAwayFromZero(by({}).score, 1)).toBe(72.2)
  expect(by({ ...halves, door: 2, energy: 6 }).score).toBeCloseTo(by({}).score, 10)
})

test('a weight of zero takes an indicator out, also as the worst one', () => {
  const { score, losses } = by({ pull_down: 0 })
  // without 0.12 · 62.5 the mean is (78.66 − 7.5) ÷ 0.88 = 80.87, the worst is the run time with 66.67
  expect(roundHalfAwayFromZero(score, 2)).toBe(75.19)
  expect(losses.find(({ cause }) => cause === 'pull_down')?.points).toBe(0)
})
