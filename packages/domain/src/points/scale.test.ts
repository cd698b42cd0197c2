import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scale } from './scale'

test.each([
  [-195, 1, 10, -19.5],
  [123456789, 1, 1000, 123456.789],
  [500, 40, 1000, 20],
  [1, 1, 3, 0.333333],
  [2, 1, 3, 0.666667],
  [-2, 1, 3, -0.666667],
  [5, 1, 10_000_000, 0.000001],
  [-5, 1, 10_000_000, -0.000001],
  [4, 1, 10_000_000, 0],
  [3, 0.1, 1, 0.3],
  [7, 1, 0.1, 70],
  [-7, 1, -2, 3.5],
  [230.1999969482422, 1, 1, 230.199997],
  [9_007_199_254_740_991, 1, 1000, 9_007_199_254_740.99],
  [1.5e300, 2, 1, 3e300],
])('%d × %d ÷ %d is %d', (raw, multiplier, divisor, value) => {
  expect(scale(raw, multiplier, divisor)).toBe(value)
})

test('nothing is ever minus zero', () => {
  expect(Object.is(scale(-4, 1, 10_000_000), 0)).toBe(true)
  expect(Object.is(scale(0, -1, 1), 0)).toBe(true)
})

test('the short way for whole numbers agrees with long division to seven digits', () => {
  const small = fc.integer({ min: -1_000_000, max: 1_000_000 })
  fc.assert(
    fc.property(small, fc.integer({ min: 1, max: 9_999 }), (raw, divisor) => {
      const millionths = (BigInt(Math.abs(raw)) * 10_000_000n) / BigInt(divisor)
      const rounded = Number((millionths + 5n) / 10n) / 1e6
      expect(Math.abs(scale(raw, 1, divisor))).toBe(rounded)
    }),
  )
})
