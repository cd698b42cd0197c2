import { wilson } from '@coldkeep/domain/analysis/wilson'
import { expect, test } from 'vitest'
import { byar } from './intervals'

test('eight of ten is a share between 49 and 94 %, as tables of Wilson say', () => {
  expect(wilson(8, 10).low).toBeCloseTo(0.4902, 4)
  expect(wilson(8, 10).high).toBeCloseTo(0.9433, 4)
})

test('none of ten may be 28 %, and all of ten 72 %', () => {
  // 1.96² / (10 + 1.96²) = 3.8415 / 13.8415
  expect(wilson(0, 10)).toEqual({ low: 0, high: expect.closeTo(0.2775, 4) })
  expect(wilson(10, 10)).toEqual({ low: expect.closeTo(0.7225, 4), high: expect.closeTo(1, 9) })
})

test('ten events are a mean within 1 % of the exact 4.795 to 18.39', () => {
  expect(Math.abs(byar(10).low / 4.795 - 1)).toBeLessThan(0.01)
  expect(Math.abs(byar(10).high / 18.39 - 1)).toBeLessThan(0.01)
})

test('no event may be a mean of 3.7', () => {
  expect(byar(0).low).toBe(0)
  expect(Math.abs(byar(0).high / 3.689 - 1)).toBeLessThan(0.01)
})
