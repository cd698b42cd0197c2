import { describe, expect, test } from 'vitest'
import type { Series } from '../points/series'
import { estimateProductTemperature } from './product-temperature'

const NONE = Number.NaN
const MINUTE_MS = 60_000
const everyFiveMinutes = (values: readonly number[], from = 0): Series => ({
  timesMs: values.map((_, index) => (from + 5 * index) * MINUTE_MS),
  values,
})
const rounded = (series: Series) => Array.from(series.values, (value) => Math.round(100 * value) / 100)
const hourAt3 = Array.from({ length: 12 }, () => 3)

describe('the product follows the air', () => {
  test('half an hour of air at 9 °C warms the product from 3.00 to 5.92 °C', () => {
    // Lag 45 min, steps of 5 min: each makes up 1 − e^(−1/9) = 0.10516 of the distance.
    const air = everyFiveMinutes([...hourAt3, 9, 9, 9, 9, 9, 9, 5, 4, 3, 3, 3])
    expect(rounded(estimateProductTemperature(air, 45)).slice(11)).toEqual([
      3, 3.63, 4.2, 4.7, 5.15, 5.56, 5.92, 5.82, 5.63, 5.35, 5.11, 4.89,
    ])
  })
  test('by the time that has passed, whatever the polls', () => {
    // One step of 30 min: 3 + 6 · (1 − e^(−30/45)) = 5.92, as six of 5 min.
    const air = { timesMs: [0, 30 * MINUTE_MS, 60 * MINUTE_MS], values: [3, 3, 9] }
    expect(estimateProductTemperature(air, 45).values[2]).toBeCloseTo(3 + 6 * (1 - Math.exp(-2 / 3)), 12)
    const missing = everyFiveMinutes([...hourAt3, 9, NONE, 9])
    const [first, none, third] = rounded(estimateProductTemperature(missing, 45)).slice(12)
    expect([first, none, third]).toEqual([3.63, NONE, 4.7])
  })
})

describe('it starts at the mean of the first hour', () => {
  test('of the air', () => {
    const air = everyFiveMinutes([...Array.from({ length: 12 }, (_, index) => (index % 2) * 4), 100])
    expect(rounded(estimateProductTemperature(air, 45))[0]).toBe(2)
  })
  test('or of the available part of it', () => {
    expect(rounded(estimateProductTemperature(everyFiveMinutes([NONE, 3, NONE, 5]), 45))[1]).toBe(4)
  })
  test('again after a gap of more than three lags, not after one of exactly three', () => {
    const again = (gapMinutes: number) => {
      const times = [0, 5, 5 + gapMinutes].map((minute) => minute * MINUTE_MS)
      return rounded(estimateProductTemperature({ timesMs: times, values: [3, 3, 9] }, 20))[2]
    }
    // 3 + 6 · (1 − e^(−3)) = 8.70
    expect(again(60)).toBe(8.7)
    expect(again(61)).toBe(9)
  })
})

test('without readings there is no estimate', () => {
  expect(estimateProductTemperature({ timesMs: [], values: [] }, 45).values).toHaveLength(0)
  expect(rounded(estimateProductTemperature(everyFiveMinutes([NONE, NONE]), 45))).toEqual([NONE, NONE])
})
