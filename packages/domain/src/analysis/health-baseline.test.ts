import { describe, expect, test } from 'vitest'
import { addDays, localDate } from '../time/local-date'
import { expectedAt } from './fit-figure'
import { baselineOfPeers, freezeBaseline, type HealthBaseline, type HealthDay } from './health-baseline'
import type { MeasuredHealth } from './health-indicators'
import { NOTHING_MEASURED } from './nothing-measured'

const measured: MeasuredHealth = {
  ...NOTHING_MEASURED,
  coverage: 1,
  coveredMinutes: 1440,
  deviationK: 0.2,
  recoveryMinutes: 6,
  runRatio: 0.4,
  startsPerHour: 3,
  pullDownKPerMinute: 0.3,
  coilDifferenceK: 5,
  doorShare: 0.1,
  energyKwh: 12,
}
const dayOf = (
  index: number,
  changes: Partial<MeasuredHealth> = {},
  outdoorC: number | null = 20,
): HealthDay => ({
  on: addDays(localDate('2026-03-01'), index),
  measured: { ...measured, ...changes },
  outdoorC,
  isBreach: false,
})
const days = (count: number, of: (index: number) => HealthDay = (index) => dayOf(index)) =>
  Array.from({ length: count }, (_, index) => of(index))

describe('days of 10 to 23 °C on which the compressor follows the weather', () => {
  // Run ratio exactly 0.30 + 0.0065·T.
  const warming = days(14, (index) => dayOf(index, { runRatio: 0.3 + 0.0065 * (10 + index) }, 10 + index))
  const baseline = freezeBaseline(warming)

  test('expect 0.482 at 28 °C', () => {
    const line = baseline?.runRatio
    expect(line?.perKelvin).toBeCloseTo(0.0065, 10)
    expect(line && expectedAt(line, 28)).toBeCloseTo(0.482, 10)
  })
  test('expect what is typical, 0.40725 at 16.5 °C, where the weather is unknown', () => {
    expect(baseline?.runRatio && expectedAt(baseline.runRatio, null)).toBeCloseTo(0.40725, 10)
    expect(baseline?.outdoorC).toBe(16.5)
  })
  test('expect the same of what did not change', () => {
    expect(baseline?.energyKwh && expectedAt(baseline.energyKwh, 35)).toBeCloseTo(12, 10)
  })
})

test('a slope counts by its certainty: (10, 1), (12, 2), (14, 2), (16, 3) rise by 0.3 per kelvin, 69 % of it sure', () => {
  const points = [1, 2, 2, 3]
  const four = days(16, (index) => dayOf(index, { energyKwh: points[index % 4] ?? 0 }, 10 + 2 * (index % 4)))
  // Means 13 and 2; squares 9+1+1+9 = 20, products 3+0+0+3 = 6 in each round of four.
  const line = freezeBaseline(four)?.energyKwh
  // 1.1, 1.7, 2.3, 2.9 on the line leave squares of 0.2 a round, so the slope's error is √(0.8 / 14 / 80) = 0.02673;
  // before any day it is 0 give or take 2 % of 2, 0.04. 0.04² ÷ (0.04² + 0.02673²) = 0.69136, and 0.02673·√0.69136.
  expect(line?.perKelvin).toBeCloseTo(0.69136 * 0.3, 5)
  expect(line?.atZero).toBeCloseTo(2 - 0.69136 * 0.3 * 13, 4)
  expect(line?.slopeError).toBeCloseTo(0.02222, 4)
  expect(line?.meanC).toBe(13)
})

test('a slope that could be noise hardly counts: 1, 3, 1, 3 over 10, 12, 14, 16 °C is nearly level at 2', () => {
  const noisy = days(16, (index) => dayOf(index, { energyKwh: 1 + 2 * (index % 2) }, 10 + 2 * (index % 4)))
  // In four rounds: squares 80, products 4·(3 − 1 − 1 + 3) = 16, slope 0.2; left over 4·3.2 = 12.8,
  // standard error √(12.8 / 14 / 80) = 0.1069; 0.04² ÷ (0.04² + 0.1069²) = 0.1228.
  expect(freezeBaseline(noisy)?.energyKwh?.perKelvin).toBeCloseTo(0.1228 * 0.2, 4)
})

test('days that differ by less than 3 K show no slope: the level is their median', () => {
  const mild = days(15, (index) => dayOf(index, { runRatio: 0.3 + 0.01 * index }, 20 + 0.2 * index))
  const line = freezeBaseline(mild)?.runRatio
  expect(line?.perKelvin).toBe(0)
  expect(line?.atZero).toBeCloseTo(0.37, 10)
})

test('recovery and door are medians, whatever the weather', () => {
  const baseline = freezeBaseline(
    days(15, (index) => dayOf(index, { recoveryMinutes: index, doorShare: index / 100 })),
  )
  expect(baseline?.recoveryMinutes).toMatchObject({ atZero: 7, typical: 7 })
  expect(baseline?.doorShare?.typical).toBe(0.07)
  // Distances from 7: 0 once, 1 to 7 twice each; their median is 4.
  expect(baseline?.recoveryMinutes?.scatter).toBeCloseTo(1.4826 * 4, 10)
})

test('days of the same value to the last digit scatter too: two of fourteen 0.3 off are more than a deviation of 0', () => {
  const quantised = days(14, (index) => dayOf(index, { coilDifferenceK: index < 2 ? 5.3 : 5 }))
  // The median distance is 0. Without the worst day one distance of 0.3 is left of 13, of which one is used up: √(0.09 / 12).
  expect(freezeBaseline(quantised)?.coilDifferenceK?.scatter).toBeCloseTo(Math.sqrt(0.09 / 12), 10)
})

test('one odd day in the baseline does not widen anything', () => {
  const odd = days(28, (index) => dayOf(index, { recoveryMinutes: index === 5 ? 60 : 6 }))
  expect(freezeBaseline(odd)?.recoveryMinutes?.scatter).toBe(0)
})

describe('the kind of control', () => {
  const of = (ratio: (index: number) => number) =>
    freezeBaseline(days(20, (index) => dayOf(index, { runRatio: ratio(index) })))?.control
  test('is continuous where the compressor hardly stops on most days', () => {
    expect(of(() => 0.99)).toBe('continuous')
    expect(of((index) => (index < 10 ? 0.9 : 0.5))).toBe('continuous')
  })
  test('is variable where it does so on some days, and on/off otherwise', () => {
    expect(of((index) => (index < 3 ? 0.95 : 0.5))).toBe('variable')
    expect(of((index) => (index < 2 ? 0.95 : 0.5))).toBe('on_off')
    expect(of(() => 0.89)).toBe('on_off')
  })
})

describe('a case whose food exceeds its limit every day by design', () => {
  const breached = (count: number) => days(28, (index) => ({ ...dayOf(index), isBreach: index < count }))
  test('has a baseline of those days', () => {
    expect(freezeBaseline(breached(15))?.isUsuallyBreached).toBe(true)
  })
  test('and of the others where they are the fewer', () => {
    expect(freezeBaseline(breached(14))?.isUsuallyBreached).toBe(false)
  })
})

describe('a day teaches nothing', () => {
  test('with less than 90 % of its readings, or with a breach', () => {
    const thirteen = days(13)
    expect(freezeBaseline([...thirteen, dayOf(13, { coverage: 0.89 })])).toBeNull()
    expect(freezeBaseline([...thirteen, { ...dayOf(13), isBreach: true }])).toBeNull()
    expect(freezeBaseline([...thirteen, dayOf(13, { coverage: 0.9 })])).not.toBeNull()
  })
  test('a figure that only six days have is unknown', () => {
    const partly = (known: number) =>
      days(14, (index) => dayOf(index, index < known ? {} : { energyKwh: null, recoveryMinutes: null }))
    expect(freezeBaseline(partly(6))).toMatchObject({ energyKwh: null, recoveryMinutes: null })
    expect(freezeBaseline(partly(7))?.recoveryMinutes?.typical).toBe(6)
  })
  test('days without weather give a level', () => {
    const baseline = freezeBaseline(days(14, (index) => dayOf(index, {}, null)))
    expect(baseline?.runRatio).toMatchObject({ atZero: 0.4, perKelvin: 0, scatter: 0 })
    expect(baseline?.outdoorC).toBeNull()
  })
})

describe('healthy devices of the same type', () => {
  const line = (atZero: number, perKelvin: number) => ({
    atZero,
    perKelvin,
    typical: atZero + 20 * perKelvin,
    scatter: 0.03,
    meanC: 20,
    slopeError: 0.001,
  })
  const peer = (atZero: number, perKelvin = 0.01): HealthBaseline => ({
    runRatio: line(atZero, perKelvin),
    pullDownKPerMinute: null,
    coilDifferenceK: line(5, 0),
    energyKwh: null,
    recoveryMinutes: line(10 * atZero, 0),
    doorShare: null,
    deviationK: null,
    startsPerHour: null,
    superheatK: null,
    restDifferenceK: null,
    stillMinutes: null,
    moveK: null,
    outdoorC: 20,
    control: 'on_off',
    setpointC: null,
    stepK: 0.1,
    isUsuallyBreached: false,
    usualFaults: [],
  })
  // At 20 °C the five expect 0.3, 0.4, 0.5, 0.6 and 0.1 + 20·0.05 = 1.1.
  const five = [peer(0.1), peer(0.2), peer(0.3), peer(0.4), peer(0.1, 0.05)]

  test('lend the median of what they expect in the range of their days', () => {
    const lent = baselineOfPeers(five)
    expect(lent?.runRatio && expectedAt(lent.runRatio, 20)).toBeCloseTo(0.5, 10)
    expect(lent?.runRatio?.perKelvin).toBe(0.01)
    expect(lent?.recoveryMinutes?.typical).toBe(2)
    // Levels 0.3, 0.4, 0.5, 0.6, 1.1 lie 0.2, 0.1, 0, 0.1, 0.6 from 0.5: 1.4826·0.1, and 0.03 of their own.
    expect(lent?.runRatio?.scatter).toBeCloseTo(Math.hypot(0.14826, 0.03), 10)
  })
  test('lend nothing that they do not have', () => {
    expect(baselineOfPeers(five)).toMatchObject({ energyKwh: null, doorShare: null })
  })
  test('are five at least', () => {
    expect(baselineOfPeers(five.slice(1))).toBeNull()
  })
})
