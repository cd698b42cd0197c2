import { describe, expect, test } from 'vitest'
import type { Series, Window } from '../points/series'
import { later } from '../time/instant'
import { localDate } from '../time/local-date'
import { dayPeriod } from '../time/store-calendar'
import { assureDay, productTemperature } from './temperature-assurance'
import { NO_TEMPERATURE } from './temperature-figures'
import { zoneLimits } from './zone-limits'

const MINUTE_MS = 60_000
const chilled = zoneLimits('C7', 'TW')
const period = dayPeriod('Asia/Taipei', localDate('2026-11-20'))
const day: Window = { period, periodSeconds: 300, excluded: [] }
const NO_READINGS: Series = { timesMs: [], values: [] }
/** From six hours before the day to its end every five minutes, so warm at each minute after midnight. */
const readings = (productC: (minute: number) => number): Series => {
  const minutes = Array.from({ length: 72 + 288 }, (_, index) => 5 * index - 360)
  return {
    timesMs: minutes.map((minute) => period.startAt + minute * MINUTE_MS),
    values: minutes.map(productC),
  }
}
const during = (from: number, to: number, warmC: number) => (minute: number) =>
  minute >= from && minute < to ? warmC : 4

describe('a day', () => {
  test('is judged on the food probe where there is one, whatever the air does', () => {
    const product = readings(during(600, 670, 7.4))
    const judged = assureDay({ air: readings(() => 30), product }, chilled, day)
    expect(judged).toMatchObject({ verdict: 'breach', coveredMinutes: 1440, expectedMinutes: 1440 })
    expect(judged).toMatchObject({ longestExcursionMinutes: 70, degreeMinutes: 28, lowestC: 4 })
  })
  test('is judged on the product estimated from the air where there is none', () => {
    // Half an hour at 9 °C makes 4 + 5 · (1 − e^(−30/45)) = 6.43 °C of 4: the food was safe, the air was not.
    const air = readings(during(600, 630, 9))
    const judged = assureDay({ air, product: null }, chilled, day)
    expect(judged.verdict).toBe('protected')
    expect(judged.highestC).toBeCloseTo(6.433, 3)
    expect(assureDay({ air, product: air }, chilled, day).verdict).toBe('watch')
  })
  test('of a silent food probe has no verdict', () => {
    expect(assureDay({ air: readings(() => 4), product: NO_READINGS }, chilled, day)).toEqual({
      ...NO_TEMPERATURE,
      verdict: 'no_data',
      expectedMinutes: 1440,
    })
  })
  test('that is not over is judged on the part that has passed', () => {
    const morning = { ...day, period: { ...period, endAt: later(period.startAt, 600 * MINUTE_MS) } }
    const judged = assureDay({ air: readings(during(600, 900, 20)), product: null }, chilled, morning)
    expect(judged).toMatchObject({ verdict: 'protected', expectedMinutes: 600 })
  })
})

test('the estimate has the instants of the air', () => {
  const air = readings(() => 4)
  expect(productTemperature({ air, product: null }, chilled).timesMs).toBe(air.timesMs)
})
