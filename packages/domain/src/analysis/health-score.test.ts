import { describe, expect, test } from 'vitest'
import { roundHalfAwayFromZero } from '../units'
import type { Expectation } from './fit-figure'
import type { HealthBaseline } from './health-baseline'
import type { MeasuredHealth } from './health-indicators'
import { healthClassOf, scoreHealth } from './health-score'
import { type IndicatorScore, scoreIndicators } from './indicator-scores'
import { NOTHING_MEASURED } from './nothing-measured'

const level = (typical: number, scatter = 0): Expectation => ({
  atZero: typical,
  perKelvin: 0,
  typical,
  scatter,
  meanC: 20,
  slopeError: 0,
})
/** At 28 °C outdoors: run ratio 0.30 + 0.0065·28 = 0.482, energy 7.6 + 0.30·28 = 16.0 kWh. */
const baseline: HealthBaseline = {
  deviationK: level(0),
  runRatio: { ...level(0.45), atZero: 0.3, perKelvin: 0.0065 },
  startsPerHour: level(3),
  pullDownKPerMinute: level(0.3),
  coilDifferenceK: level(5),
  energyKwh: { ...level(14), atZero: 7.6, perKelvin: 0.3 },
  recoveryMinutes: level(6),
  doorShare: level(0.1),
  superheatK: null,
  restDifferenceK: null,
  stillMinutes: level(20),
  moveK: level(1),
  outdoorC: 20,
  control: 'on_off',
  setpointC: 2,
  stepK: 0,
  isUsuallyBreached: false,
  usualFaults: [],
}
const measured: MeasuredHealth = {
  ...NOTHING_MEASURED,
  periodSeconds: 60,
  coverage: 0.99,
  coveredMinutes: 1425,
  deviationK: 1.2,
  recoveryMinutes: 9,
  runRatio: 0.622,
  startsPerHour: 4.2,
  pullDownKPerMinute: 0.21,
  coilDifferenceK: 6.1,
  doorShare: 0.11,
  energyKwh: 18.72,
  setpointC: 2,
  stillMinutes: 20,
  moveK: 1,
}
const healthy: MeasuredHealth = {
  ...measured,
  deviationK: 0.2,
  recoveryMinutes: 6,
  runRatio: 0.482,
  pullDownKPerMinute: 0.3,
  coilDifferenceK: 5,
  doorShare: 0.1,
  energyKwh: 16,
}
const scored = (changes: Partial<MeasuredHealth>, isBreach = false) => {
  const result = scoreHealth('C7', { ...healthy, ...changes }, baseline, 28, isBreach)
  if (!result.ok) throw new Error(result.problem)
  return result.value
}
const indicators = (
  of: MeasuredHealth,
  from: HealthBaseline = baseline,
  outdoorC: number | null = 28,
): readonly IndicatorScore[] => scoreIndicators({ zone: 'C7', measured: of, baseline: from, outdoorC }).scores
const pointsOf = (changes: Partial<MeasuredHealth>) =>
  Object.fromEntries(
    indicators({ ...healthy, ...changes }, baseline, 28).map((one) => [one.indicator, one.points]),
  )
const rounded = (value: number) => roundHalfAwayFromZero(value, 2)

describe('the worked example', () => {
  const result = scoreHealth('C7', measured, baseline, 28, false)
  const score = result.ok ? result.value : null

  test('gives each indicator the points of the table', () => {
    const points = indicators(measured, baseline, 28).map((one) => [
      one.indicator,
      rounded(one.x),
      rounded(one.points),
    ])
    expect(points).toEqual([
      ['deviation', 1.2, 80],
      ['recovery', 1.5, 80],
      ['run_ratio', 0.14, 66.67],
      ['starts', 1.2, 100],
      ['pull_down', 0.7, 62.5],
      ['coil_difference', 0.22, 84.44],
      ['door', 1.1, 100],
      ['energy', 1.17, 78.57],
    ])
  })
  test('is a score of 72.2, fair', () => {
    expect(roundHalfAwayFromZero(score?.score ?? 0, 1)).toBe(72.2)
    expect(healthClassOf(score?.score ?? 0)).toBe('fair')
  })
  test('loses most through slow cooling, 17.70 points, and the losses add up to what is missing', () => {
    const losses = score?.losses.map((loss) => [loss.cause, rounded(loss.points)])
    expect(losses).toEqual([
      ['pull_down', 17.7],
      ['run_ratio', 3.6],
      ['deviation', 2.64],
      ['energy', 1.54],
      ['recovery', 1.2],
      ['coil_difference', 1.12],
      ['starts', 0],
      ['door', 0],
    ])
    const sum = score?.losses.reduce((total, loss) => total + loss.points, 0) ?? 0
    expect(sum).toBeCloseTo(27.8, 1)
    expect(sum).toBeCloseTo(100 - (score?.score ?? 0), 10)
  })
})

test('an idle compressor costs less than a busy one: 25 points below the expected loses half, in warm air', () => {
  expect(pointsOf({ runRatio: 0.482 - 0.25, deviationK: 0.6 }).run_ratio).toBeCloseTo(50, 10)
  expect(pointsOf({ runRatio: 0.482 - 0.25, deviationK: 0.5 }).run_ratio).toBe(100)
  expect(pointsOf({ runRatio: 0.482 + 0.18 }).run_ratio).toBeCloseTo(50, 10)
})

describe('a compressor that hardly stops', () => {
  const points = (runRatio: number, usual: number, control: HealthBaseline['control'], deviationK = 0.2) =>
    indicators({ ...healthy, runRatio, deviationK }, { ...baseline, runRatio: level(usual), control }).find(
      (one) => one.indicator === 'run_ratio',
    )?.points
  test('has no reserve left where it used to stop', () => {
    expect(points(0.97, 0.89, 'on_off')).toBeCloseTo(91.67, 2)
    expect(points(0.98, 0.89, 'on_off')).toBe(0)
  })
  test('loses nothing where it never stopped: a modulating case that always runs is healthy', () => {
    expect(points(1, 0.99, 'continuous')).toBe(100)
    const result = scoreHealth(
      'C7',
      { ...healthy, runRatio: 1, startsPerHour: 0, pullDownKPerMinute: 0 },
      { ...baseline, runRatio: level(0.99), startsPerHour: level(0), control: 'continuous' },
      28,
      false,
    )
    expect(result.ok && result.value.score).toBe(100)
    expect(
      result.ok && result.value.losses.filter((one) => one.isUnmeasurable).map((one) => one.cause),
    ).toEqual(['starts', 'pull_down'])
  })
  test('that stops loses on the low side: 0.25 less than always is half the points', () => {
    expect(points(0.74, 0.99, 'continuous', 3)).toBeCloseTo(50, 8)
  })
})

test('a recovery is compared with at least 5 minutes, a door with at least 1 % of the time', () => {
  const quick = { ...baseline, recoveryMinutes: level(1), doorShare: level(0) }
  const found = indicators({ ...healthy, recoveryMinutes: 10, doorShare: 0.04 }, quick, 28)
  expect(found.find((one) => one.indicator === 'recovery')).toMatchObject({ x: 2, points: 40 })
  expect(found.find((one) => one.indicator === 'door')).toMatchObject({ x: 4, points: 0 })
})

test('too cold loses as much as too warm, on the other side', () => {
  expect(scored({ deviationK: -1.2 }).losses[0]).toMatchObject({ cause: 'deviation', x: 1.2 })
  expect(scored({ deviationK: -1.2 }).evidence.deviation?.effect).toBeCloseTo(-0.3, 10)
})

test('a door can be as bad as it likes: it is never the worst part, so it costs 2.4 points at most', () => {
  const { losses, score } = scored({ doorShare: 1 })
  expect(losses[0]).toMatchObject({ cause: 'door' })
  expect(score).toBeCloseTo(97.6, 10)
})

test('of two equally bad parts the first of the table is the worst one', () => {
  const { losses } = scored({ recoveryMinutes: 20, startsPerHour: 13 })
  expect(losses.map((loss) => [loss.cause, rounded(loss.points)]).slice(0, 2)).toEqual([
    ['recovery', 46],
    ['starts', 6],
  ])
})

describe('the scatter of healthy days widens the limits', () => {
  const pointsWith = (scattering: Partial<HealthBaseline>, changes: Partial<MeasuredHealth>) =>
    Object.fromEntries(
      indicators({ ...healthy, ...changes }, { ...baseline, ...scattering }, 28).map((one) => [
        one.indicator,
        one.points,
      ]),
    )
  test('pull-down at 0.70 of the expected: with 6 % scatter the limits are 0.76 and 0.36, so 85 points', () => {
    const scattering = { pullDownKPerMinute: level(0.3, 0.018) }
    expect(pointsWith(scattering, { pullDownKPerMinute: 0.21 }).pull_down).toBeCloseTo(85, 8)
    expect(pointsWith(scattering, { pullDownKPerMinute: 0.228 }).pull_down).toBeCloseTo(100, 8)
  })
  test('a scatter of a quarter of the limit moves nothing: 3.75 % at pull-down, 1.5 points at the run ratio', () => {
    expect(
      pointsWith({ pullDownKPerMinute: level(0.3, 0.01125) }, { pullDownKPerMinute: 0.21 }).pull_down,
    ).toBeCloseTo(62.5, 8)
    expect(pointsWith({ runRatio: level(0.482, 0.015) }, { runRatio: 0.622 }).run_ratio).toBeCloseTo(66.67, 2)
  })
  test('recovery, energy, coil and run ratio alike', () => {
    // Limits: 1.4 and 2.65 · 1.12 and 1.54 · four times √(0.225² + 0.05²) ÷ 5: 0.1844 and 0.6344 · +0.09 and +0.33.
    expect(pointsWith({ recoveryMinutes: level(6, 0.6) }, { recoveryMinutes: 9 }).recovery).toBeCloseTo(92, 8)
    expect(pointsWith({ energyKwh: level(16, 0.48) }, { energyKwh: 18.72 }).energy).toBeCloseTo(88.1, 1)
    expect(
      pointsWith({ coilDifferenceK: level(5, 0.225) }, { coilDifferenceK: 6.1 }).coil_difference,
    ).toBeCloseTo(92.09, 2)
    expect(pointsWith({ runRatio: level(0.482, 0.0225) }, { runRatio: 0.622 }).run_ratio).toBeCloseTo(
      79.17,
      2,
    )
  })
})

describe('what a device can show', () => {
  const found = (changes: Partial<MeasuredHealth>, from: Partial<HealthBaseline>) =>
    scoreIndicators({
      zone: 'C7',
      measured: { ...healthy, ...changes },
      baseline: { ...baseline, ...from },
      outdoorC: 28,
    })
  test('of a pull-down that scatters by 20 % nothing: half of the points are lost at a fall of more than all', () => {
    // 4·0.20 = 0.80 moves the limits by 0.65 to 0.80 and 1.20, their middle to 1.00; with 0.21 it is out of reach.
    expect(found({}, { pullDownKPerMinute: level(0.3, 0.06) }).unmeasurable).toEqual([])
    expect(found({}, { pullDownKPerMinute: level(0.3, 0.063) }).unmeasurable).toEqual(['pull_down'])
  })
  test('of starts polled every five minutes nothing: no more than six an hour can be seen', () => {
    expect(found({ periodSeconds: 300 }, {}).unmeasurable).toEqual(['starts'])
    expect(found({ periodSeconds: 120 }, {}).unmeasurable).toEqual([])
  })
  test('starts are compared with what is usual: nine an hour of a valve that always cycled so cost nothing', () => {
    const points = (startsPerHour: number) =>
      found({ startsPerHour }, { startsPerHour: level(9) }).scores.find((one) => one.indicator === 'starts')
        ?.points
    expect(points(9)).toBe(100)
    expect(points(15)).toBe(50)
  })
  test('a deviation that was always there costs nothing, 1.75 K more than it half of the points', () => {
    const points = (deviationK: number) =>
      found({ deviationK }, { deviationK: level(2) }).scores.find((one) => one.indicator === 'deviation')
        ?.points
    expect(points(-2.4)).toBe(100)
    expect(points(4.25)).toBeCloseTo(50, 8)
  })
  test('a probe of 1 K steps moves the limits of the coil: ±0.29·√2 K of 5 K are 8.2 %', () => {
    // Limits 4·0.08202 = 0.328 and 0.778; 6.5 K lie 0.30 off.
    const points = (stepK: number) =>
      found({ coilDifferenceK: 6.5 }, { stepK }).scores.find((one) => one.indicator === 'coil_difference')
        ?.points
    expect(points(0.1)).toBeCloseTo(66.67, 2)
    expect(points(1)).toBe(100)
  })
  test('far from its days an unsure line is worth less: 8 K away at 1 % per kelvin', () => {
    // 0.08·0.482·… : an error of 0.005 per kelvin is 0.04 at 8 K; 4·0.04 moves 0.06 and 0.30 to 0.16 and 0.40.
    const runRatio = { ...level(0.45), atZero: 0.3, perKelvin: 0.0065, slopeError: 0.005 }
    expect(found({ runRatio: 0.482 + 0.28 }, { runRatio }).scores[2]?.points).toBeCloseTo(50, 6)
  })
  test('a set point moved by 2 K may move figures by 8 %: 4·0.08·0.482 moves the limits to 0.154 and 0.394', () => {
    const runRatio = 0.482 + 0.274
    expect(found({ runRatio, setpointC: 0 }, {}).scores[2]?.points).toBeCloseTo(50, 0)
    expect(found({ runRatio, setpointC: 2 }, {}).scores[2]?.points).toBeCloseTo(10.83, 2)
  })
})

describe('while the food is unsafe', () => {
  test('49 points are the maximum, and the cap is a loss of its own', () => {
    // 1.2 K: 80 points of a weight of 0.22, and the worst: 2.64 + 8 lost, so 89.36 without the cap
    const { score, losses } = scored({ deviationK: 1.2 }, true)
    expect(score).toBe(49)
    expect(losses[0]?.cause).toBe('breach')
    expect(losses[0]?.points).toBeCloseTo(40.36, 10)
  })
  test('a device that keeps the chosen band is not to blame', () => {
    expect(scored({ deviationK: 0.5 }, true).score).toBe(100)
  })
  test('a score that is lower anyway loses nothing to the cap', () => {
    const { score, losses } = scored({ deviationK: 6, runRatio: 0.99, pullDownKPerMinute: 0 }, true)
    // 0.6·(100 − 22 − 18 − 12) + 0.4·0
    expect(score).toBeCloseTo(28.8, 10)
    expect(losses.some((loss) => loss.cause === 'breach')).toBe(false)
  })
})

describe('superheat', () => {
  const with6 = { ...baseline, superheatK: level(6) }
  const coilOrSuperheat = (changes: Partial<MeasuredHealth>) =>
    indicators({ ...healthy, ...changes }, with6).filter(
      ({ indicator }) => indicator === 'superheat' || indicator === 'coil_difference',
    )
  test('stands in for a coil that has no probe: half-way from 3 to 10 K off is half the points', () => {
    expect(coilOrSuperheat({ coilDifferenceK: null, superheatK: -0.5 })).toEqual([
      { indicator: 'superheat', x: 6.5, points: 50, free: 3, effect: -0.65, noise: 0 },
    ])
  })
  test.each([
    [9.7, 6.1, 'coil_difference'],
    [14, 6.1, 'superheat'],
  ])('of %d K of superheat and a coil at %d K the one that is worse counts', (superheatK, coil, cause) => {
    const found = coilOrSuperheat({ coilDifferenceK: coil, superheatK })
    expect(found.map((one) => one.indicator)).toEqual([cause])
  })
})

describe('there is no score', () => {
  const of = (changes: Partial<MeasuredHealth>, from: HealthBaseline | null = baseline) =>
    scoreHealth('C7', { ...healthy, ...changes }, from, 28, false)

  test.each([
    [{ coverage: 0.749 }, 'coverage_low'],
    [{ coverage: null }, 'coverage_low'],
    [{ coverage: 1, coveredMinutes: 359 }, 'coverage_low'],
    [{ deviationK: null }, 'deviation_missing'],
  ])('with %o', (changes, problem) => {
    expect(of(changes)).toEqual({ ok: false, problem })
  })
  test('before there is a baseline: deviation and starts weigh 0.32', () => {
    expect(of({}, null)).toEqual({ ok: false, problem: 'baseline_missing' })
  })
  test('without a compressor contact and a meter: deviation, recovery and door weigh 0.36, and the answer says why', () => {
    const alone = { runRatio: null, startsPerHour: null, pullDownKPerMinute: null, coilDifferenceK: null }
    expect(of({ ...alone, energyKwh: null })).toEqual({ ok: false, problem: 'compressor_missing' })
    expect(of(alone).ok).toBe(true)
  })
  test('with two indicators of 0.34, but with two of 0.40', () => {
    const few = {
      recoveryMinutes: null,
      pullDownKPerMinute: null,
      coilDifferenceK: null,
      energyKwh: null,
      startsPerHour: null,
      doorShare: null,
    }
    expect(of(few).ok).toBe(true)
    expect(of({ ...few, runRatio: null, energyKwh: 16 })).toMatchObject({ problem: 'compressor_missing' })
    expect(of({ ...few, runRatio: 0.4 }, { ...baseline, runRatio: null, doorShare: null })).toEqual({
      ok: false,
      problem: 'weight_low',
    })
  })
})

describe('missing parts', () => {
  test('leave their weight to the others', () => {
    // Deviation, run ratio, starts and door weigh 0.54; no meter, so (0.5 · 0.482 − 0.18) ÷ (0.42 · 0.482) = 30.13 %.
    const few = { recoveryMinutes: null, pullDownKPerMinute: null, coilDifferenceK: null, energyKwh: null }
    expect(scored({ ...few, runRatio: 0.482 + 0.18 }).score).toBeCloseTo(
      100 - 0.6 * (0.18 / 0.54) * 69.87 - 0.4 * 69.87,
      2,
    )
  })
  test('an open rice case without defrosts has no recovery', () => {
    const result = scoreHealth('F18', { ...healthy, recoveryMinutes: null }, baseline, 28, false)
    expect(result.ok && result.value.losses.map((loss) => loss.cause)).not.toContain('recovery')
  })
  test('a line that predicts nothing is not an expectation', () => {
    const steep = { ...baseline, energyKwh: { ...level(5), atZero: -10, perKelvin: 0.3 } }
    expect(indicators(healthy, steep, 28).map((one) => one.indicator)).not.toContain('energy')
  })
  test('without an outdoor temperature what is typical is expected', () => {
    const found = indicators(healthy, baseline, null)
    expect(found.find((one) => one.indicator === 'energy')?.x).toBeCloseTo(16 / 14, 10)
  })
})

describe('a hot case', () => {
  const hot = (changes: Partial<MeasuredHealth>) =>
    scoreHealth('HOT', { ...healthy, ...changes }, baseline, 28, false)

  test('is judged by deviation, run ratio, warm-up and energy', () => {
    const result = hot({})
    expect(result.ok && result.value.losses.map((loss) => loss.cause).toSorted()).toEqual([
      'deviation',
      'energy',
      'pull_down',
      'run_ratio',
    ])
  })
  test('may lack warm-up and energy: 0.40 of its table of 0.64 is enough', () => {
    expect(hot({ pullDownKPerMinute: null, energyKwh: null }).ok).toBe(true)
    expect(hot({ pullDownKPerMinute: null, energyKwh: null, runRatio: null }).ok).toBe(false)
  })
})

test.each([
  [100, 'good'],
  [85, 'good'],
  [84.95, 'good'],
  [84.94, 'fair'],
  [70, 'fair'],
  [69.9, 'watch'],
  [50, 'watch'],
  [49.9, 'poor'],
  [0, 'poor'],
])('a score of %d is %s, as it is shown with one decimal', (score, expected) => {
  expect(healthClassOf(score)).toBe(expected)
})
