import { expect, test } from 'vitest'
import type { TemperatureZone } from '../organisation/device'
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
  recoveryMinutes: 10,
  setpointC: 2,
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
const scoresOf = (changes: Partial<MeasuredHealth>, zone: TemperatureZone = 'C7') => {
  const measured = { ...usual, ...changes }
  const { scores } = scoreIndicators({ zone, measured, baseline, outdoorC: null })
  return new Map(scores.map(({ indicator, points }) => [indicator, points]))
}
/** Points of a pull-down that is 0.6 of the usual one. */
const pointsOf = (doorShare: number) =>
  scoresOf({ pullDownKPerMinute: 0.6 * 0.3, doorShare }).get('pull_down')

test('a door that is open three times as long as usual moves the limits of what it slows down', () => {
  // 40 % slower: (0.55 − 0.4) ÷ 0.4
  expect(pointsOf(0.1)).toBeCloseTo(37.5, 8)
  // twice 6 % of the figure, four times: from 0.15 and 0.55 to 0.48 and 0.88
  expect(pointsOf(0.3)).toBe(100)
})

test('a door that is hardly ever closed was left open, and excuses nothing', () => {
  expect(pointsOf(0.84)).toBe(100)
  expect(pointsOf(0.85)).toBeCloseTo(37.5, 8)
})

test('a busy door lets warm air in, and defrosts are late', () => {
  // 2 K above the band: (4 − 2) ÷ 3.5; twice 0.3 K, four times, move the limits from 0.5 and 4 to 2.4 and 5.9
  expect(scoresOf({ deviationK: 2 }).get('deviation')).toBeCloseTo(57.14, 2)
  expect(scoresOf({ deviationK: 2, doorShare: 0.3 }).get('deviation')).toBe(100)
  // too cold is another matter, and of what is held hot too warm is
  expect(scoresOf({ deviationK: -2, doorShare: 0.3 }).get('deviation')).toBeCloseTo(57.14, 2)
  expect(scoresOf({ deviationK: -2, doorShare: 0.3 }, 'HOT').get('deviation')).toBe(100)
  expect(scoresOf({ deviationK: 2, doorShare: 0.3 }, 'HOT').get('deviation')).toBeCloseTo(57.14, 2)
  // 20 of 10 minutes: (2.5 − 2) ÷ 1.25; twice 30 %, four times: from 1.25 and 2.5 to 3.4 and 4.65
  expect(scoresOf({ recoveryMinutes: 20 }).get('recovery')).toBeCloseTo(40, 8)
  expect(scoresOf({ recoveryMinutes: 20, doorShare: 0.3 }).get('recovery')).toBe(100)
})
