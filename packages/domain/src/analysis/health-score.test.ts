import { describe, expect, test } from 'vitest'
import { roundHalfAwayFromZero } from '../units'
import type { HealthBaseline } from './health-baseline'
import type { MeasuredHealth } from './health-indicators'
import { healthClassOf, scoreHealth } from './health-score'
import { scoreIndicators } from './indicator-scores'

const level = (typical: number, scatter = 0) => ({ atZero: typical, perKelvin: 0, typical, scatter })
/** At 28 °C outdoors: run ratio 0.30 + 0.0065·28 = 0.482, energy 7.6 + 0.30·28 = 16.0 kWh. */
const baseline: HealthBaseline = {
  runRatio: { atZero: 0.3, perKelvin: 0.0065, typical: 0.45, scatter: 0 },
  pullDownKPerMinute: level(0.3),
  coilDifferenceK: level(5),
  energyKwh: { atZero: 7.6, perKelvin: 0.3, typical: 14, scatter: 0 },
  recoveryMinutes: level(6),
  doorShare: level(0.1),
  outdoorC: 20,
}
const measured: MeasuredHealth = {
  coverage: 0.99,
  coveredMinutes: 1425,
  deviationK: 1.2,
  recoveryMinutes: 9,
  runRatio: 0.622,
  startsPerHour: 4.2,
  pullDownKPerMinute: 0.21,
  coilDifferenceK: 6.1,
  superheatErrorK: null,
  doorShare: 0.11,
  energyKwh: 18.72,
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
const pointsOf = (changes: Partial<MeasuredHealth>) =>
  Object.fromEntries(
    scoreIndicators('C7', { ...healthy, ...changes }, baseline, 28).map((one) => [one.indicator, one.points]),
  )
const rounded = (value: number) => roundHalfAwayFromZero(value, 2)

describe('the worked example', () => {
  const result = scoreHealth('C7', measured, baseline, 28, false)
  const score = result.ok ? result.value : null

  test('gives each indicator the points of the table', () => {
    const points = scoreIndicators('C7', measured, baseline, 28).map((one) => [
      one.indicator,
      rounded(one.x),
      rounded(one.points),
    ])
    expect(points).toEqual([
      ['deviation', 1.2, 80],
      ['recovery', 1.5, 80],
      ['run_ratio', 0.14, 66.67],
      ['starts', 4.2, 100],
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
  test('loses most by slow cooling, 17.70 points, and the losses add up to what is missing', () => {
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

test('a healthy device has all 100 points', () => {
  expect(scored({}).score).toBe(100)
})

test('an idle compressor costs less than a busy one: 25 points below the expected loses half', () => {
  expect(pointsOf({ runRatio: 0.482 - 0.25 }).run_ratio).toBeCloseTo(50, 10)
  expect(pointsOf({ runRatio: 0.482 + 0.18 }).run_ratio).toBeCloseTo(50, 10)
})

test('a compressor that hardly stops has nothing left to give, whatever is expected of it', () => {
  const always = { ...baseline, runRatio: level(0.96) }
  const points = (runRatio: number) =>
    scoreIndicators('C7', { ...healthy, runRatio }, always, 28).find((one) => one.indicator === 'run_ratio')
      ?.points
  expect(points(0.97)).toBe(100)
  expect(points(0.98)).toBe(0)
})

test('a recovery is compared with at least 5 minutes, a door with at least 1 % of the time', () => {
  const quick = { ...baseline, recoveryMinutes: level(1), doorShare: level(0) }
  const found = scoreIndicators('C7', { ...healthy, recoveryMinutes: 10, doorShare: 0.04 }, quick, 28)
  expect(found.find((one) => one.indicator === 'recovery')).toMatchObject({ x: 2, points: 40 })
  expect(found.find((one) => one.indicator === 'door')).toMatchObject({ x: 4, points: 0 })
})

test('too cold loses as much as too warm, on the other side', () => {
  expect(scored({ deviationK: -1.2 }).losses[0]).toMatchObject({ cause: 'deviation', x: 1.2, side: -1 })
})

test('a door can be as bad as it likes: it is never the worst part, so it costs 2.4 points at most', () => {
  const { losses, score } = scored({ doorShare: 1 })
  expect(losses[0]).toMatchObject({ cause: 'door', side: 1 })
  expect(score).toBeCloseTo(97.6, 10)
})

test('of two equally bad parts the first of the table is the worst one', () => {
  const { losses } = scored({ recoveryMinutes: 20, startsPerHour: 13 })
  expect(losses.map((loss) => [loss.cause, rounded(loss.points)]).slice(0, 2)).toEqual([
    ['recovery', 46],
    ['starts', 6],
  ])
})

describe('what healthy days scatter moves the limits out', () => {
  const pointsWith = (scattering: Partial<HealthBaseline>, changes: Partial<MeasuredHealth>) =>
    Object.fromEntries(
      scoreIndicators('C7', { ...healthy, ...changes }, { ...baseline, ...scattering }, 28).map((one) => [
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
    // Limits: 1.4 and 2.65 · 1.12 and 1.54 · 0.18 and 0.63 · +0.09 and +0.33.
    expect(pointsWith({ recoveryMinutes: level(6, 0.6) }, { recoveryMinutes: 9 }).recovery).toBeCloseTo(92, 8)
    expect(pointsWith({ energyKwh: level(16, 0.48) }, { energyKwh: 18.72 }).energy).toBeCloseTo(88.1, 1)
    expect(
      pointsWith({ coilDifferenceK: level(5, 0.225) }, { coilDifferenceK: 6.1 }).coil_difference,
    ).toBeCloseTo(91.11, 2)
    expect(pointsWith({ runRatio: level(0.482, 0.0225) }, { runRatio: 0.622 }).run_ratio).toBeCloseTo(
      79.17,
      2,
    )
  })
})

describe('while the food is not safe', () => {
  test('49 points are the most, and the cap is a loss of its own', () => {
    const { score, losses } = scored({}, true)
    expect(score).toBe(49)
    expect(losses[0]).toEqual({ cause: 'breach', points: 51 })
  })
  test('a score that is lower anyway loses nothing to the cap', () => {
    const { score, losses } = scored({ deviationK: 6, runRatio: 0.99, pullDownKPerMinute: 0 }, true)
    // 0.6·(100 − 22 − 18 − 12) + 0.4·0
    expect(score).toBeCloseTo(28.8, 10)
    expect(losses.some((loss) => loss.cause === 'breach')).toBe(false)
  })
})

describe('superheat', () => {
  test('stands in for a coil that has no probe: half-way from 3 to 10 K off is half the points', () => {
    const [found] = scoreIndicators(
      'C7',
      { ...healthy, coilDifferenceK: null, superheatErrorK: -6.5 },
      baseline,
      28,
    ).filter((one) => one.indicator === 'superheat' || one.indicator === 'coil_difference')
    expect(found).toEqual({ indicator: 'superheat', x: 6.5, points: 50, side: -1 })
  })
  test.each([
    [3.7, 6.1, 'coil_difference'],
    [8, 6.1, 'superheat'],
  ])(
    'of %d K of superheat and a coil at %d K the one that is worse counts',
    (superheatErrorK, coil, cause) => {
      const found = scoreIndicators(
        'C7',
        { ...healthy, coilDifferenceK: coil, superheatErrorK },
        baseline,
        28,
      )
      expect(found.map((one) => one.indicator)).toContain(cause)
      expect(found).toHaveLength(8)
    },
  )
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
    expect(of({}, null)).toEqual({ ok: false, problem: 'weight_low' })
  })
  test('with three indicators of 0.48, but with four of 0.54', () => {
    const few = { recoveryMinutes: null, pullDownKPerMinute: null, coilDifferenceK: null, energyKwh: null }
    expect(
      of({ ...few, runRatio: null, recoveryMinutes: 6, energyKwh: 16, doorShare: null, startsPerHour: null }),
    ).toEqual({
      ok: false,
      problem: 'weight_low',
    })
    expect(of({ ...few }).ok).toBe(true)
  })
})

describe('missing parts', () => {
  test('leave their weight to the others', () => {
    // Deviation, run ratio, starts and door weigh 0.54; half of the run ratio's points are lost.
    const few = { recoveryMinutes: null, pullDownKPerMinute: null, coilDifferenceK: null, energyKwh: null }
    expect(scored({ ...few, runRatio: 0.482 + 0.18 }).score).toBeCloseTo(
      100 - 0.6 * (0.18 / 0.54) * 50 - 20,
      10,
    )
  })
  test('an open rice case without defrosts has no recovery', () => {
    const result = scoreHealth('F18', { ...healthy, recoveryMinutes: null }, baseline, 28, false)
    expect(result.ok && result.value.losses.map((loss) => loss.cause)).not.toContain('recovery')
  })
  test('a line that predicts nothing is no expectation', () => {
    const steep = { ...baseline, energyKwh: { atZero: -10, perKelvin: 0.3, typical: 5, scatter: 0 } }
    expect(scoreIndicators('C7', healthy, steep, 28).map((one) => one.indicator)).not.toContain('energy')
  })
  test('without an outdoor temperature what is typical is expected', () => {
    const found = scoreIndicators('C7', healthy, baseline, null)
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
