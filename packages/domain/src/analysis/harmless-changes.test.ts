import { expect, test } from 'vitest'
import { addDays, localDate } from '../time/local-date'
import { freezeBaseline } from './health-baseline'
import type { HealthIndicator, MeasuredHealth } from './health-indicators'
import { scoreIndicators } from './indicator-scores'
import { NOTHING_MEASURED } from './nothing-measured'

const usual: MeasuredHealth = {
  ...NOTHING_MEASURED,
  periodSeconds: 60,
  coverage: 1,
  coveredMinutes: 1440,
  deviationK: 1,
  runRatio: 0.4,
  coilDifferenceK: 4,
  setpointC: 2,
  energyKwh: 10,
}

type Scored = { readonly unmeasurable: readonly HealthIndicator[] } & Partial<Record<HealthIndicator, number>>

/** Points by indicator after a baseline of days that were all alike. */
function scored(changes: Partial<MeasuredHealth>, usually: Partial<MeasuredHealth> = {}): Scored {
  const days = { ...usual, ...usually }
  const baseline = freezeBaseline(
    Array.from({ length: 14 }, (_, index) => ({
      on: addDays(localDate('2026-03-01'), index),
      measured: days,
      outdoorC: null,
      isBreach: false,
    })),
  )
  const measured = { ...days, ...changes }
  const { scores, unmeasurable } = scoreIndicators({ zone: 'C7', measured, baseline, outdoorC: null })
  return { unmeasurable, ...Object.fromEntries(scores.map(({ indicator, points }) => [indicator, points])) }
}

test('who runs less and is no warmer than usual has less to do, however far the usual lies from the band', () => {
  expect(scored({ runRatio: 0.15, deviationK: 1.4 })).toMatchObject({ run_ratio: 100 })
  // 1 K beyond the usual: 25 points less than expected cost (0.4 − 0.25) ÷ 0.3
  expect(scored({ runRatio: 0.15, deviationK: 2 }).run_ratio).toBeCloseTo(50, 8)
})

test('a coil that has less to do may be nearer to the air or further from it', () => {
  // 5.6 of 4 K: (0.6 − 0.4) ÷ 0.45
  expect(scored({ coilDifferenceK: 5.6 }).coil_difference).toBeCloseTo(44.44, 2)
  // 30 % less work lets it be off by 15 %, four times
  expect(scored({ coilDifferenceK: 5.6, runRatio: 0.28 })).toMatchObject({ coil_difference: 100 })
  expect(scored({ coilDifferenceK: 2.4, runRatio: 0.28 })).toMatchObject({ coil_difference: 100 })
})

test('a coil that is blocked shows beside a coarse probe too: it can get several times as far from the air', () => {
  // Steps of 1 K, 0.41 K for a difference, are 21 % of 2 K; four times of that leave no way down.
  const coarse = { stepK: 1, coilDifferenceK: 2 }
  expect(scored({ coilDifferenceK: 6 }, coarse)).toMatchObject({ coil_difference: 0 })
  expect(scored({ coilDifferenceK: 1 }, coarse).unmeasurable).toContain('coil_difference')
})

test('where the controller does not say its set point, a set-back for the night is no loss', () => {
  const silent = { setpointC: null }
  // 1.4 K beyond the usual: (4 − 1.4) ÷ 3.5; four times 0.5 K move the limits to 2 and 5.5
  expect(scored({ deviationK: 2.4 }).deviation).toBeCloseTo(74.29, 2)
  expect(scored({ deviationK: 2.4 }, silent)).toMatchObject({ deviation: 100 })
  expect(scored({ deviationK: 5 }, silent).deviation).toBeCloseTo(42.86, 2)
})

test('without a meter run time stands for the energy: 8 % more of it costs nothing, 50 % all', () => {
  // 0.48 is 20 % more: with a meter (0.3 − 0.08) ÷ 0.24, without one (0.5 − 0.2) ÷ 0.42
  expect(scored({ runRatio: 0.48 }).run_ratio).toBeCloseTo(91.67, 2)
  expect(scored({ runRatio: 0.48 }, { energyKwh: null }).run_ratio).toBeCloseTo(71.43, 2)
  // a meter that came after the baseline is not compared yet
  expect(scored({ runRatio: 0.48, energyKwh: 10 }, { energyKwh: null }).run_ratio).toBeCloseTo(71.43, 2)
})

test('who hardly runs loses nothing by a little more, and one that never ran has points', () => {
  // of 0.2 at least: 1.6 % of the time more costs nothing, 10 % all
  const idle = { energyKwh: null, runRatio: 0.02 }
  expect(scored({ runRatio: 0.036 }, idle)).toMatchObject({ run_ratio: 100 })
  expect(scored({ runRatio: 0.07 }, idle).run_ratio).toBeCloseTo(59.52, 2)
  expect(scored({}, { energyKwh: null, runRatio: 0 })).toMatchObject({ run_ratio: 100 })
})
