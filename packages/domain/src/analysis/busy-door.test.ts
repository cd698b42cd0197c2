import { expect, test } from 'vitest'
import { addDays, localDate } from '../time/local-date'
import { freezeBaseline } from './health-baseline'
import type { MeasuredHealth } from './health-indicators'
import { scoreIndicators } from './indicator-scores'
import { NOTHING_MEASURED } from './nothing-measured'

const usual: MeasuredHealth = {
  ...NOTHING_MEASURED,
  coverage: 1,
  coveredMinutes: 1440,
  deviationK: 0,
  runRatio: 0.4,
  startsPerHour: 3,
  pullDownKPerMinute: 0.3,
  doorShare: 0.1,
}
const baseline = freezeBaseline(
  Array.from({ length: 14 }, (_, index) => ({
    on: addDays(localDate('2026-03-01'), index),
    measured: usual,
    outdoorC: null,
    isBreach: false,
  })),
)
/** Points of a pull-down that is 0.6 of the usual one. */
const pointsOf = (doorShare: number) => {
  const measured = { ...usual, pullDownKPerMinute: 0.6 * 0.3, doorShare }
  const { scores } = scoreIndicators({ zone: 'C7', measured, baseline, outdoorC: null })
  return scores.find(({ indicator }) => indicator === 'pull_down')?.points
}

test('a door that is open three times as long as usual moves the limits of what it slows down', () => {
  // 40 % slower: (0.55 − 0.4) ÷ 0.4
  expect(pointsOf(0.1)).toBeCloseTo(37.5, 8)
  // twice 6 % of the figure, four times: from 0.15 and 0.55 to 0.48 and 0.88
  expect(pointsOf(0.3)).toBe(100)
})

test('a door that is hardly ever closed was left open, and excuses nothing', () => {
  expect(pointsOf(0.6)).toBeCloseTo(37.5, 8)
})
