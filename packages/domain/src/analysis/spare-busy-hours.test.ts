import { expect, test } from 'vitest'
import { addDays, localDate } from '../time/local-date'
import { freezeBaseline } from './health-baseline'
import type { HealthIndicator, MeasuredHealth } from './health-indicators'
import { scoreHealth } from './health-score'
import { scoreIndicators } from './indicator-scores'
import type { QuietHealth } from './measure-quiet'
import { NOTHING_MEASURED } from './nothing-measured'
import { spareBusyHours } from './spare-busy-hours'

const usualNight: QuietHealth = {
  deviationK: 0,
  runRatio: 0.25,
  startsPerHour: 2,
  pullDownKPerMinute: null,
  coilDifferenceK: 3,
  energyKwh: 6,
}
const usual: MeasuredHealth = {
  ...NOTHING_MEASURED,
  periodSeconds: 60,
  coverage: 1,
  coveredMinutes: 1440,
  deviationK: 0,
  recoveryMinutes: 10,
  setpointC: 2,
  runRatio: 0.4,
  startsPerHour: 3,
  pullDownKPerMinute: 0.3,
  coilDifferenceK: 4,
  energyKwh: 10,
  quiet: usualNight,
}
const baselineOf = (
  measured: MeasuredHealth,
  days = 14,
  nightOf: (index: number) => Partial<QuietHealth> = () => ({}),
) =>
  freezeBaseline(
    Array.from({ length: 14 }, (_, index) => ({
      on: addDays(localDate('2026-03-01'), index),
      measured: { ...measured, quiet: index < days ? { ...usualNight, ...nightOf(index) } : null },
      outdoorC: null,
      isBreach: false,
    })),
  )
const baseline = baselineOf(usual)

/** Points of an indicator of a day that was otherwise as usual, and of a night. */
function pointsOf(
  indicator: HealthIndicator,
  day: Partial<MeasuredHealth>,
  night: Partial<QuietHealth> | null = {},
  against = baseline,
) {
  const measured = { ...usual, ...day, quiet: night && { ...usualNight, ...night } }
  const comparison = { zone: 'C7', measured, baseline: against, outdoorC: null } as const
  const scores = spareBusyHours(scoreIndicators(comparison).scores, comparison)
  return scores.find((one) => one.indicator === indicator)?.points
}

test('run time that is longer by day alone costs nothing, and at night it counts as a share of the usual', () => {
  // 0.52 of 0.4: (0.3 − 0.12) ÷ 0.24
  expect(pointsOf('run_ratio', { runRatio: 0.52 }, null)).toBeCloseTo(75, 8)
  expect(pointsOf('run_ratio', { runRatio: 0.52 })).toBe(100)
  // 0.3 of 0.25 are 0.48 of 0.4: (0.3 − 0.08) ÷ 0.24 = 91.67, what is missing counts twice
  expect(pointsOf('run_ratio', { runRatio: 0.52 }, { runRatio: 0.3 })).toBeCloseTo(83.33, 2)
  // 0.4 of 0.25 are 0.64 of 0.4, 25: never fewer than without
  expect(pointsOf('run_ratio', { runRatio: 0.52 }, { runRatio: 0.4 })).toBeCloseTo(75, 8)
})

test('who cools slowly and comes back late by day, and runs no longer at night, has much to do', () => {
  // 0.6 of the usual: (0.55 − 0.4) ÷ 0.4; twice as long: (2.5 − 2) ÷ 1.25
  const busy = { pullDownKPerMinute: 0.18, recoveryMinutes: 20 }
  expect(pointsOf('pull_down', busy, null)).toBeCloseTo(37.5, 8)
  expect(pointsOf('recovery', busy, null)).toBeCloseTo(40, 8)
  expect(pointsOf('pull_down', busy)).toBe(100)
  expect(pointsOf('recovery', busy)).toBe(100)
  expect(pointsOf('pull_down', busy, { runRatio: 0.3 })).toBeCloseTo(83.33, 2)
  expect(pointsOf('recovery', busy, { runRatio: null })).toBeCloseTo(40, 8)
})

test('a compressor that turns faster may run no longer: it does not vouch for a late recovery', () => {
  // Runs for most of the time and starts less than twice an hour.
  const variable = baselineOf({ ...usual, runRatio: 0.7, startsPerHour: 1 })
  const late = { runRatio: 0.7, startsPerHour: 1, recoveryMinutes: 20 }
  expect(variable?.control).toBe('variable')
  expect(pointsOf('recovery', late, {}, variable)).toBeCloseTo(40, 8)
})

test('nights that scatter vouch within two standard deviations', () => {
  // ± 0.04 of 0.25: 1.4826 · 0.04 · 1.6 ÷ 2, four times, are 0.18977, so the limits move out by 0.12977;
  // 0.4 of 0.25 are 0.64 of 0.4: (0.3 + 0.12977 − 0.24) ÷ 0.24 = 79.07
  const restless = baselineOf(usual, 14, (index) => ({ runRatio: index % 2 === 0 ? 0.21 : 0.29 }))
  expect(pointsOf('run_ratio', { runRatio: 0.64 }, null, restless)).toBeCloseTo(25, 8)
  expect(pointsOf('run_ratio', { runRatio: 0.64 }, { runRatio: 0.4 }, restless)).toBeCloseTo(58.14, 2)
})

test('a coil is spared by its own figure of the night, and by no more than run time allows', () => {
  // 5.6 of 4 K: (0.6 − 0.4) ÷ 0.45; 3.6 of 3 K: (0.6 − 0.2) ÷ 0.45 = 88.89
  const busy = { coilDifferenceK: 5.6 }
  expect(pointsOf('coil_difference', busy, null)).toBeCloseTo(44.44, 2)
  expect(pointsOf('coil_difference', busy)).toBe(100)
  expect(pointsOf('coil_difference', busy, { coilDifferenceK: 3.6 })).toBeCloseTo(77.78, 2)
  expect(pointsOf('coil_difference', busy, { coilDifferenceK: null })).toBeCloseTo(44.44, 2)
  expect(pointsOf('coil_difference', busy, { runRatio: 0.3 })).toBeCloseTo(83.33, 2)
})

test('air that is warm by day is excused as the busiest door would, unless the night is odd', () => {
  // (4 − 2) ÷ 3.5; three times 0.3 K, four times, move the limits from 0.5 and 4 to 3.6 and 7.1: (7.1 − 5) ÷ 3.5
  expect(pointsOf('deviation', { deviationK: 2 }, null)).toBeCloseTo(57.14, 2)
  expect(pointsOf('deviation', { deviationK: 2 })).toBe(100)
  expect(pointsOf('deviation', { deviationK: 5 })).toBeCloseTo(60, 8)
  expect(pointsOf('deviation', { deviationK: 8 })).toBe(0)
  // 0.85 K at night: (4 − 0.85) ÷ 3.5 = 90; 6.6 of 6 kWh: (0.5 − 0.1) ÷ 0.42 = 95.24
  expect(pointsOf('deviation', { deviationK: 2 }, { deviationK: 0.85 })).toBeCloseTo(80, 8)
  expect(pointsOf('deviation', { deviationK: 2 }, { energyKwh: 6.6 })).toBeCloseTo(90.48, 2)
  expect(pointsOf('deviation', { deviationK: 5 }, { deviationK: 0.85 })).toBeCloseTo(60, 8)
  expect(pointsOf('deviation', { deviationK: -2 })).toBeCloseTo(57.14, 2)
})

test('nothing is spared by a baseline that knows no quiet hours, or too few', () => {
  const old = baseline && { ...baseline }
  delete (old as { quiet?: unknown } | null)?.quiet
  expect(pointsOf('run_ratio', { runRatio: 0.52 }, {}, old)).toBeCloseTo(75, 8)
  expect(pointsOf('run_ratio', { runRatio: 0.52 }, {}, baselineOf(usual, 6))).toBeCloseTo(75, 8)
  expect(pointsOf('run_ratio', { runRatio: 0.52 }, {}, baselineOf(usual, 7))).toBe(100)
})

test('a busy week keeps its score, a fault that the night shows too does not', () => {
  const busy = { runRatio: 0.52, energyKwh: 12.5, pullDownKPerMinute: 0.18 }
  const scoreOf = (quiet: QuietHealth | null) => {
    const result = scoreHealth('C7', { ...usual, ...busy, quiet }, baseline, null, false)
    return result.ok ? result.value.score : null
  }
  expect(scoreOf(usualNight)).toBe(100)
  const fault = { ...usualNight, runRatio: 0.5, energyKwh: 9 }
  expect(scoreOf(fault)).toBe(scoreOf(null))
  expect(scoreOf(null)).toBeLessThan(70)
})
