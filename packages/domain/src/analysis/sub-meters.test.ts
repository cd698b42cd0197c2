import { expect, test } from 'vitest'
import { meterShares } from './sub-meters'

test('what no sub-meter counted is other', () => {
  // 9300 kWh, of which 4650 and 1860 passed a sub-meter
  expect(meterShares(9300, [4650, 1860])).toEqual({ shares: [0.5, 0.2], otherKwh: 2790 })
})

test('a percent more than the main meter is what meters are off by; more than two is a contradiction', () => {
  expect(meterShares(1000, [700, 310]).otherKwh).toBe(0)
  expect(meterShares(1000, [700, 320]).otherKwh).toBe(0)
  expect(meterShares(1000, [700, 330])).toEqual({ shares: [0.7, 0.33], otherKwh: null })
})
