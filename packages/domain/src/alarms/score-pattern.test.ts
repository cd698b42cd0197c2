import { expect, test } from 'vitest'
import { coverageOf, hasGap, highest, lowest, zigZagLegs } from './score-pattern'

test('the legs of 90, 78, 91, 77, 90 are 12, 13, 14 and, still open, 13', () => {
  expect(zigZagLegs([90, 78, 91, 77, 90], 4)).toEqual([12, 13, 14, 13])
})

test('intermediate steps and moves smaller than the reversal are not turns', () => {
  expect(zigZagLegs([90, 86, 88, 82, 78, 80, 85, 83, 91], 4)).toEqual([12, 13])
  expect(zigZagLegs([90, 87, 89, 88, 90], 4)).toEqual([])
})

test('a line may begin upwards, and missing scores do not break it', () => {
  expect(zigZagLegs([80, null, 81, 92, null, 85], 4)).toEqual([12, 7])
  expect(zigZagLegs([null, null], 4)).toEqual([])
  expect(zigZagLegs([88, 90, 80], 4)).toEqual([10])
})

test('coverage counts the points that are due, those before the first score too', () => {
  expect(coverageOf([1, null, 3, 4], 4)).toBe(0.75)
  expect(coverageOf([1, null, 3, 4], 2)).toBe(1)
  expect(coverageOf([1, 2], 4)).toBe(0.5)
})

test('one missing score is not a gap, two in a row are', () => {
  expect(hasGap([1, null, 3, null, 5])).toBe(false)
  expect(hasGap([1, null, null, 4])).toBe(true)
})

test('the highest and the lowest score leave out what is missing', () => {
  expect(highest([null, 3, 7, null, 5])).toBe(7)
  expect(lowest([null, 3, 7, null, 2])).toBe(2)
  expect([highest([null]), lowest([])]).toEqual([null, null])
})
