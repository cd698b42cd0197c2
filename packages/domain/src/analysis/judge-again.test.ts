import { expect, test } from 'vitest'
import { judgeAgain } from './judge-again'
import { NO_TEMPERATURE, type TemperatureSums } from './temperature-figures'
import { zoneLimits } from './zone-limits'

const usual = zoneLimits('C7', 'JP')
const chosen = (figures: Record<string, number>) => zoneLimits('C7', 'JP', figures)

/** A whole day at 4 °C, but for 50 minutes at 8 °C. */
const day: TemperatureSums = {
  ...NO_TEMPERATURE,
  coveredMinutes: 1440,
  expectedMinutes: 1440,
  celsiusMinutes: 1390 * 4 + 50 * 8,
  spoilage: 1440 * Math.exp(-83.144 / (8.3144e-3 * 277.15)),
  lowestC: 4,
  highestC: 8,
  excursionMinutes: 50,
  degreeMinutes: 50,
  longestExcursionMinutes: 50,
}

test('another grace or sum is judged by what was kept', () => {
  expect(judgeAgain(day, usual, usual)).toBe('watch')
  expect(judgeAgain(day, usual, chosen({ grace: 45 }))).toBe('breach')
  expect(judgeAgain(day, usual, chosen({ degree_minutes: 40 }))).toBe('breach')
})

test('within wider limits nothing was an excursion', () => {
  expect(judgeAgain(day, usual, chosen({ high: 8 }))).toBe('protected')
  expect(judgeAgain(day, usual, chosen({ hard_margin: 1 }))).toBe('watch')
  expect(judgeAgain(day, chosen({ high: 6, grace: 10 }), chosen({ high: 9 }))).toBe('protected')
})

test('between limits, or with another lag, the readings have to be measured again', () => {
  expect(judgeAgain(day, usual, chosen({ high: 7.5 }))).toBeNull()
  expect(judgeAgain(day, usual, chosen({ high: 6 }))).toBeNull()
  expect(judgeAgain({ ...day, highestC: 11.5 }, usual, chosen({ hard_margin: 1 }))).toBeNull()
  expect(judgeAgain(day, usual, chosen({ high: 9, lag: 30 }))).toBeNull()
  expect(judgeAgain({ ...day, lowestC: -1 }, usual, chosen({ high: 9 }))).toBeNull()
})
