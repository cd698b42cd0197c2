import { expect, test } from 'vitest'
import { type ChangeDay, judgeChange, meanChange } from './judge-change'

/** Days of one value at one outdoor temperature, as far as not said otherwise. */
function days(values: readonly number[], outdoor: readonly number[] = []): ChangeDay[] {
  return values.map((value, index) => ({ value, outdoorC: outdoor[index] ?? 20, isWeekend: false }))
}

const alternating = (low: number, high: number, count: number) =>
  Array.from({ length: count }, (_, index) => (index % 2 === 0 ? low : high))

test('a difference that is larger than days scatter is proven, with its interval', () => {
  // means 10 and 9; 24 residuals of ±1 leave 22 degrees of freedom: variance 24/22, error √(24/22 · 2/12), t 2.0739
  const change = judgeChange(days(alternating(9, 11, 12)), days(alternating(8, 10, 12)))
  expect(change).toMatchObject({ verdict: 'less', before: 10, after: 9, daysBefore: 12, daysAfter: 12 })
  expect(change.difference).toBeCloseTo(-1, 9)
  expect(change.low).toBeCloseTo(-1 - 2.0739 * 0.4264, 3)
  expect(change.high).toBeCloseTo(-1 + 2.0739 * 0.4264, 3)
})

test('one that is smaller is not', () => {
  const change = judgeChange(days(alternating(9, 11, 12)), days(alternating(8.5, 10.5, 12)))
  expect(change.verdict).toBe('not_proven')
  expect(change.difference).toBeCloseTo(-0.5, 9)
  expect(change.high).toBeGreaterThan(0)
})

test('what the weather did is taken out', () => {
  // 1 kWh per kelvin, and a kWh less after the change, which came with the heat
  const cool = [18, 19, 20, 21, 22, 18, 19, 20, 21, 22]
  const hot = [24, 25, 26, 27, 28, 24, 25, 26, 27, 28]
  const noise = (index: number) => (index % 2 === 0 ? 0.1 : -0.1)
  const before = days(
    cool.map((c, index) => c + noise(index)),
    cool,
  )
  const after = days(
    hot.map((c, index) => c - 1 + noise(index)),
    hot,
  )
  const change = judgeChange(before, after)
  expect(change.verdict).toBe('less')
  expect(change.difference).toBeCloseTo(-1, 1)
  expect((change.after ?? 0) - (change.before ?? 0)).toBeCloseTo(5, 9)
})

test('fewer than ten days on a side prove nothing, and days without their weather are none', () => {
  expect(judgeChange(days(alternating(9, 11, 12)), days(alternating(1, 2, 9)))).toMatchObject({
    verdict: 'not_proven',
    difference: null,
    daysAfter: 9,
  })
  const after = days(alternating(1, 2, 12)).map((day, index) => ({
    ...day,
    outdoorC: index < 4 ? null : 20,
  }))
  expect(judgeChange(days(alternating(9, 11, 12)), after)).toMatchObject({ difference: null, daysAfter: 8 })
})

test('days that resemble the day before say less', () => {
  const slow = [9, 9, 9, 9, 9, 9, 11, 11, 11, 11, 11, 11]
  const change = judgeChange(days(slow), days(slow.map((value) => value - 1)))
  expect(change.verdict).toBe('not_proven')
  expect(change.difference).toBeCloseTo(-1, 9)
})

test('several devices are as uncertain as they are and as they differ', () => {
  const one = judgeChange(days(alternating(9, 11, 12)), days(alternating(7, 9, 12)))
  const other = judgeChange(days(alternating(9, 11, 12)), days(alternating(8, 10, 12)))
  const mean = meanChange([one, other])
  expect(mean?.difference).toBeCloseTo(-1.5, 9)
  // 12.7 · √(0.5 / 2) of two that differ by 1 is more than what each is uncertain by
  expect(mean?.verdict).toBe('not_proven')
  expect(meanChange([one, one])).toMatchObject({ verdict: 'less', daysAfter: 12 })
  expect(meanChange([])).toBeNull()
})
