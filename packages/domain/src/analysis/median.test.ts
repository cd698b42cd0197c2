import { expect, test } from 'vitest'
import { median, weightedQuantile } from './median'

test('the median is the middle, or the mean of the two in the middle', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([4, 1, 2, 9])).toBe(3)
  expect(median([])).toBeNull()
})

test('the values are left unchanged', () => {
  const values = [3, 1, 2]
  median(values)
  expect(values).toEqual([3, 1, 2])
})

test('of 20 equal weights the 95th percentile is the nineteenth value', () => {
  const values = Array.from({ length: 20 }, (_, index) => 20 - index)
  expect(weightedQuantile(values, Array(20).fill(5), 0.95)).toBe(19)
})

test('a value counts by its weight, and not at all without', () => {
  const values = [1, 2, 100]
  // 2 is reached at 90 of 100 minutes, 100 only above.
  expect(weightedQuantile(values, [60, 30, 10], 0.9)).toBe(2)
  expect(weightedQuantile(values, [60, 30, 10], 0.95)).toBe(100)
  expect(weightedQuantile(values, [60, 40, 0], 1)).toBe(2)
  expect(weightedQuantile(values, [0, 0, 0], 0.5)).toBeNull()
})
