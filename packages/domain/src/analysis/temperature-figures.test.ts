import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Series, Window } from '../points/series'
import { type EpochMs, epochMs, later } from '../time/instant'
import { localDate } from '../time/local-date'
import type { Period } from '../time/period'
import { dayPeriod } from '../time/store-calendar'
import {
  measureTemperature,
  NO_TEMPERATURE,
  sumTemperatures,
  type TemperatureSums,
  temperatureMeans,
} from './temperature-figures'
import { zoneLimits } from './zone-limits'

const NONE = Number.NaN
const MINUTE_MS = 60_000
const chilled = zoneLimits('C7', 'TW')
const day = dayPeriod('Asia/Taipei', localDate('2026-11-20'))
const at = (clock: string) => epochMs(Date.parse(`2026-11-20T${clock}:00+08:00`))
const between = (from: string, to: string): Period => ({ startAt: at(from), endAt: at(to) })
const windowOf = (period: Period, excluded: readonly Period[] = []): Window => ({
  period,
  periodSeconds: 300,
  excluded,
})
/** Readings every five minutes from an instant on. */
const from = (startAt: EpochMs, values: readonly number[]): Series => ({
  timesMs: values.map((_, index) => startAt + index * 5 * MINUTE_MS),
  values,
})
const figuresOf = (product: Series, window = windowOf(day), limits = chilled) => {
  const sums = measureTemperature(product, limits, window)
  return { ...sums, ...temperatureMeans(sums, limits.activationKjPerMol) }
}
/** Minutes at each temperature, one after another. */
const steps = (startAt: EpochMs, ...parts: readonly (readonly [minutes: number, productC: number])[]) =>
  from(
    startAt,
    parts.flatMap(([minutes, productC]) => Array.from({ length: minutes / 5 }, () => productC)),
  )

describe('time beyond the insured limits', () => {
  test('25 minutes and 20.0 degree-minutes: 5 · (0.4 + 1.0 + 1.6 + 0.9 + 0.1)', () => {
    const product = from(at('10:00'), [6.5, 7.4, 8, 8.6, 7.9, 7.1, 6.8])
    const figures = figuresOf(product, windowOf(between('10:00', '10:35')))
    expect(figures).toMatchObject({ excursionMinutes: 25, degreeMinutes: 20, longestExcursionMinutes: 25 })
    expect(figures).toMatchObject({ lowestC: 6.5, highestC: 8.6, longestBeyondHardMinutes: 0 })
    // 5 · (6.5 + 7.4 + 8 + 8.6 + 7.9 + 7.1 + 6.8) / 35
    expect(figures.averageC).toBeCloseTo(52.3 / 7, 12)
  })
  test('below the low limit counts as above the high one, at the limit neither', () => {
    const figures = figuresOf(from(at('10:00'), [-0.5, 0, 7, 7.5]), windowOf(between('10:00', '10:20')))
    expect(figures).toMatchObject({ excursionMinutes: 10, degreeMinutes: 5 })
  })
  test('a hot case is judged from below', () => {
    const hot = zoneLimits('HOT', 'TW')
    const product = from(at('10:00'), [70, 64, 56.5, 56, 90])
    const figures = figuresOf(product, windowOf(between('10:00', '10:25')), hot)
    // 5 · (1 + 8.5 + 9); beyond 60 − 3 = 57 in two of them
    expect(figures).toMatchObject({
      excursionMinutes: 15,
      degreeMinutes: 92.5,
      longestBeyondHardMinutes: 10,
    })
  })
})

describe('the longest spell', () => {
  const longest = (product: Series, window = windowOf(day)) =>
    figuresOf(product, window).longestExcursionMinutes

  test('joins spells less than ten minutes apart, not counting the time between them', () => {
    expect(longest(steps(at('10:00'), [20, 8], [5, 6], [15, 8], [60, 6]))).toBe(35)
    expect(longest(steps(at('10:00'), [20, 8], [10, 6], [15, 8], [60, 6]))).toBe(20)
  })
  test('joins them across unknown time too', () => {
    const product = (gapMinutes: number): Series => ({
      timesMs: [at('10:00'), at('10:00') + (10 + gapMinutes) * MINUTE_MS],
      values: [8, 8],
    })
    expect(longest(product(9))).toBe(20)
    expect(longest(product(10))).toBe(10)
  })
  test('across midnight counts up to midnight on the first day, and in full on the day it ends', () => {
    const product = steps(later(day.endAt, -60 * MINUTE_MS), [20, 6], [40, 8], [30, 8], [60, 6])
    expect(longest(product)).toBe(40)
    const next = dayPeriod('Asia/Taipei', localDate('2026-11-21'))
    const figures = figuresOf(product, windowOf(next))
    expect(figures).toMatchObject({ longestExcursionMinutes: 70, excursionMinutes: 30, degreeMinutes: 30 })
  })
  test('that ended at midnight belongs to the day before only', () => {
    const product = steps(later(day.startAt, -60 * MINUTE_MS), [60, 8], [60, 6])
    expect(longest(product)).toBe(0)
  })
})

describe('the mean kinetic temperature', () => {
  const kinetic = (activationKjPerMol: number, ...parts: [number, number][]) => {
    const limits = { ...chilled, activationKjPerMol }
    return figuresOf(steps(day.startAt, ...parts), windowOf(day), limits)
  }
  test('of 20 h at 3 °C, 3 h at 5 °C and 1 h at 10 °C is 3.71 °C, and 3.65 °C at 60 kJ/mol', () => {
    const figures = kinetic(83.144, [1200, 3], [180, 5], [60, 10])
    expect(figures.averageC).toBeCloseTo(3.54, 2)
    expect(figures.meanKineticC).toBeCloseTo(3.71, 2)
    expect(kinetic(60, [1200, 3], [180, 5], [60, 10]).meanKineticC).toBeCloseTo(3.65, 2)
  })
  test('of half a day at 2 °C and half a day at 8 °C is 5.54 °C', () => {
    const figures = kinetic(83.144, [720, 2], [720, 8])
    expect(figures.averageC).toBe(5)
    expect(figures.meanKineticC).toBeCloseTo(5.54, 2)
  })
})

describe('what is unknown', () => {
  test('counts neither as good nor as bad', () => {
    const product: Series = { timesMs: [at('10:00'), at('10:05'), at('10:10')], values: [8, NONE, NONE] }
    expect(figuresOf(product, windowOf(between('10:00', '10:40')))).toMatchObject({
      coveredMinutes: 10,
      expectedMinutes: 40,
      coverage: 0.25,
      excursionMinutes: 10,
      averageC: 8,
    })
  })
  test('has no means where nothing is known', () => {
    const nothing = { ...NO_TEMPERATURE, expectedMinutes: 1440 }
    expect(measureTemperature({ timesMs: [], values: [] }, chilled, windowOf(day))).toEqual(nothing)
    expect(measureTemperature(from(at('10:00'), [NONE]), chilled, windowOf(day))).toEqual(nothing)
    const yesterday = steps(later(day.startAt, -70 * MINUTE_MS), [65, 8])
    expect(measureTemperature(yesterday, chilled, windowOf(day))).toEqual(nothing)
    expect(temperatureMeans(nothing, 83.144)).toEqual({ averageC: null, meanKineticC: null, coverage: 0 })
  })
  test('excluded time is not expected', () => {
    const product = steps(day.startAt, [1440, 8])
    expect(figuresOf(product, windowOf(day, [between('06:00', '18:00')]))).toMatchObject({
      coveredMinutes: 720,
      expectedMinutes: 720,
      coverage: 1,
      excursionMinutes: 720,
      longestExcursionMinutes: 360,
    })
    expect(figuresOf(product, windowOf(day, [day]))).toEqual({
      ...NO_TEMPERATURE,
      averageC: null,
      meanKineticC: null,
      coverage: null,
    })
  })
  test('days of summer-time change expect 1380 and 1500 minutes', () => {
    const measured = (on: string) => {
      const changed = dayPeriod('America/New_York', localDate(on))
      return measureTemperature(steps(changed.startAt, [1800, 8]), chilled, windowOf(changed))
    }
    expect(measured('2026-03-08')).toMatchObject({ coveredMinutes: 1380, expectedMinutes: 1380 })
    expect(measured('2026-11-01')).toMatchObject({ coveredMinutes: 1500, expectedMinutes: 1500 })
  })
})

describe('several days together', () => {
  test('weigh by minutes, add up, and keep the longest', () => {
    const morning = windowOf(between('00:00', '12:00'))
    const first = measureTemperature(steps(at('00:00'), [600, 3], [40, 8]), chilled, morning)
    const noon = windowOf(between('12:00', '14:00'))
    const second = measureTemperature(steps(at('12:00'), [60, 8], [60, 5]), chilled, noon)
    const sum = sumTemperatures([first, { ...NO_TEMPERATURE, expectedMinutes: 1440 }, second])
    // The last reading of the morning stands for ten minutes: 45 at 8 °C in the morning.
    expect(sum).toMatchObject({
      coveredMinutes: 765,
      expectedMinutes: 720 + 1440 + 120,
      lowestC: 3,
      highestC: 8,
      excursionMinutes: 105,
      degreeMinutes: 105,
      longestExcursionMinutes: 60,
    })
    const means = temperatureMeans(sum, 83.144)
    expect(means.averageC).toBeCloseTo((600 * 3 + 45 * 8 + 60 * 8 + 60 * 5) / 765, 12)
    expect(means.coverage).toBeCloseTo(765 / 2280, 12)
  })
  test('without any, have no sums', () => {
    expect(sumTemperatures([])).toEqual(NO_TEMPERATURE)
  })
  test('equal one long window', () => {
    const temperatures = fc.array(fc.integer({ min: -20, max: 120 }), { minLength: 40, maxLength: 40 })
    fc.assert(
      fc.property(temperatures, fc.integer({ min: 1, max: 199 }), (tenths, cutMinute) => {
        const product = from(
          at('10:00'),
          tenths.map((tenth) => tenth / 10),
        )
        const cutAt = later(at('10:00'), cutMinute * MINUTE_MS)
        const measure = (period: Period) => measureTemperature(product, chilled, windowOf(period))
        const whole = measure(between('10:00', '13:20'))
        const parts = sumTemperatures([
          measure({ startAt: at('10:00'), endAt: cutAt }),
          measure({ startAt: cutAt, endAt: at('13:20') }),
        ])
        for (const [name, value] of Object.entries(whole)) {
          expect(parts[name as keyof TemperatureSums]).toBeCloseTo(value, 6)
        }
      }),
    )
  })
})
