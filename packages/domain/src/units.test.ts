import fc from 'fast-check'
import { expect, test } from 'vitest'
import { largestRemainder, percentOf, roundHalfAwayFromZero } from './units'

test.each([
  [0.05, 1, 0.1],
  [-0.05, 1, -0.1],
  [1.005, 2, 1.01],
  // Fifteen digits show 160.925000000000, a tie; the sixteenth does not count.
  [160.92499999999998, 2, 160.93],
  [160.9249999999, 2, 160.92],
  [-2.5, 0, -3],
  [92.9078, 1, 92.9],
  [0.04, 1, 0],
  [1e20, 2, 1e20],
  [123456.7890125, 6, 123456.789013],
])('%d with %d decimals is %d', (value, decimals, rounded) => {
  expect(roundHalfAwayFromZero(value, decimals)).toBe(rounded)
})

test('a small negative number rounds to zero without a sign', () => {
  expect(Object.is(roundHalfAwayFromZero(-0.04, 1), 0)).toBe(true)
})

test('rounding is the same on both sides of zero', () => {
  const values = fc.double({ min: -1e9, max: 1e9, noNaN: true })
  fc.assert(
    fc.property(values, fc.integer({ min: 0, max: 6 }), (value, decimals) => {
      expect(roundHalfAwayFromZero(-value, decimals) + roundHalfAwayFromZero(value, decimals)).toBe(0)
      // Doubles of this size lie apart by more than the tolerance of small ones.
      const apart = 2 * Math.abs(value) * Number.EPSILON
      expect(Math.abs(roundHalfAwayFromZero(value, decimals) - value)).toBeLessThanOrEqual(
        0.5 * 10 ** -decimals * (1 + 1e-6) + apart,
      )
    }),
  )
})

test('the minutes of a day become shares that add up to 100.0', () => {
  // Plain rounding would give 42.4 6.7 5.6 3.1 40.2 2.1 = 100.1.
  expect(largestRemainder([610, 96, 80, 45, 579, 30], 1)).toEqual([42.4, 6.7, 5.5, 3.1, 40.2, 2.1])
})

test('three equal parts: the step left over goes to the first', () => {
  expect(largestRemainder([1, 1, 1], 1)).toEqual([33.4, 33.3, 33.3])
})

test('equal remainders of different shares: the step left over goes to the first', () => {
  // Of 1742 in 1000 steps 1/1742 leaves 1000 of 1742, and so does 872/1742: 500 whole steps and 1000.
  expect(largestRemainder([3, 2, 1, 0, 864, 0, 872], 1)).toEqual([0.2, 0.1, 0.1, 0, 49.6, 0, 50])
})

test('a total of zero has no shares', () => {
  expect(largestRemainder([0, 0], 1)).toBeNull()
  expect(largestRemainder([], 1)).toBeNull()
})

test('shares always add up to 100 and none is more than one step off', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(100_000), { minLength: 1, maxLength: 20 }), (amounts) => {
      const total = amounts.reduce((sum, amount) => sum + amount, 0)
      fc.pre(total > 0)
      const shares = largestRemainder(amounts, 1)!
      expect(shares.reduce((sum, share) => sum + Math.round(share * 10), 0)).toBe(1000)
      shares.forEach((share, index) => {
        expect(Math.abs(share - (100 * amounts[index]!) / total)).toBeLessThan(0.1)
      })
    }),
  )
})

test('a rate that does not exist has no percent', () => {
  expect(percentOf(null)).toBeNull()
  expect(percentOf(262 / 282)).toBe(92.9)
})
