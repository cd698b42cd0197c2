import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measureTemperature } from '../analysis/temperature-figures'
import { zoneLimits } from '../analysis/zone-limits'
import { later, minutes, seconds } from '../time/instant'
import { localDate } from '../time/local-date'
import { dayPeriod } from '../time/store-calendar'
import { dayMinutes, minutesSoFar } from './minutes-of-day'

const measured = (coveredMinutes: number, excursionMinutes: number) => ({ coveredMinutes, excursionMinutes })

test('of 1440 minutes 1385 are known and 70 were too warm', () => {
  expect(dayMinutes(dayPeriod('Asia/Taipei', localDate('2026-11-19')), measured(1385, 70))).toEqual({
    inLimits: 1315,
    outOfLimits: 70,
    unknown: 55,
  })
})

test('days of summer time have their own number of minutes', () => {
  const spring = dayPeriod('Europe/London', localDate('2026-03-29'))
  const autumn = dayPeriod('Europe/London', localDate('2026-10-25'))
  expect(dayMinutes(spring, measured(1380, 0))).toEqual({ inLimits: 1380, outOfLimits: 0, unknown: 0 })
  expect(dayMinutes(autumn, measured(1380, 0))).toEqual({ inLimits: 1380, outOfLimits: 0, unknown: 120 })
})

test('fractions go against what is measured', () => {
  const { startAt } = dayPeriod('Asia/Taipei', localDate('2026-11-19'))
  const soFar = { startAt, endAt: later(startAt, minutes(10)) }
  // 0.2 minutes too warm and 9.5 within limits
  expect(dayMinutes(soFar, measured(9.7, 0.2))).toEqual({ inLimits: 9, outOfLimits: 1, unknown: 0 })
  expect(dayMinutes(soFar, measured(9.5, 0))).toEqual({ inLimits: 9, outOfLimits: 0, unknown: 1 })
  expect(dayMinutes(soFar, measured(0, 0))).toEqual({ inLimits: 0, outOfLimits: 0, unknown: 10 })
})

test('of a day that has not begun there is nothing', () => {
  const { startAt } = dayPeriod('Asia/Taipei', localDate('2026-11-19'))
  expect(dayMinutes({ startAt, endAt: startAt }, measured(0, 0))).toEqual({
    inLimits: 0,
    outOfLimits: 0,
    unknown: 0,
  })
})

test('whatever gaps readings have, the three are whole, none is negative, and they are the minutes of the day so far', () => {
  const days = ['2026-03-29', '2026-10-25', '2026-11-19'].map((on) =>
    dayPeriod('Europe/London', localDate(on)),
  )
  const limits = zoneLimits('C7', 'GB')
  fc.assert(
    fc.property(
      fc.constantFrom(...days),
      fc.integer({ min: 0, max: 1600 }),
      fc.array(fc.tuple(fc.integer({ min: 20, max: 4000 }), fc.double({ min: 0, max: 12, noNaN: true })), {
        maxLength: 120,
      }),
      fc.integer({ min: 30, max: 900 }),
      ({ startAt, endAt }, minutesGone, readings, periodSeconds) => {
        const timesMs: number[] = []
        let at: number = startAt - seconds(600)
        for (const [gap] of readings) {
          at += seconds(gap)
          timesMs.push(at)
        }
        const until = later(startAt, Math.min(endAt - startAt, minutes(minutesGone)))
        const window = { period: { startAt, endAt: until }, periodSeconds, excluded: [] }
        const sums = measureTemperature(
          { timesMs, values: readings.map(([, celsius]) => celsius) },
          limits,
          window,
        )
        const { inLimits, outOfLimits, unknown } = dayMinutes(window.period, sums)
        const three = [inLimits, outOfLimits, unknown]
        expect(three.every((count) => Number.isInteger(count) && count >= 0)).toBe(true)
        expect(inLimits + outOfLimits + unknown).toBe(minutesSoFar(window.period))
        // what is not covered never counts as within limits
        expect(inLimits).toBeLessThanOrEqual(sums.coveredMinutes + 1e-6)
      },
    ),
  )
})
