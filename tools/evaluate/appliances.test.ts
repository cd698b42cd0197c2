import { expect, test } from 'vitest'
import { applianceKwh } from './appliances'

const minutely = Array.from({ length: 60 * 24 * 20 }, (_, minute) => minute * 60_000)

test('appliances draw between none and three times 6 kW, and 14 of 74 minutes each', () => {
  const kwh = applianceKwh(1, 0, minutely)
  const stepsKw = kwh.slice(1).map((value, index) => (value - (kwh[index] as number)) * 60)
  expect(kwh[0]).toBe(0)
  expect(Math.min(...stepsKw)).toBeGreaterThanOrEqual(-1e-6)
  expect(Math.max(...stepsKw)).toBeLessThanOrEqual(18)
  // Between 3 · 2 and 3 · 6 kW, within what chance does to 389 uses of each
  const meanKw = (kwh.at(-1) ?? 0) / (20 * 24)
  expect(meanKw).toBeGreaterThan((0.8 * 6 * 14) / 74)
  expect(meanKw).toBeLessThan((1.2 * 18 * 14) / 74)
})

test('what has run up does not depend on how often it is read', () => {
  const slow = minutely.filter((_, index) => index % 5 === 0)
  const fast = applianceKwh(1, 0, minutely).filter((_, index) => index % 5 === 0)
  for (const [index, kwh] of applianceKwh(1, 0, slow).entries()) {
    expect(kwh).toBeCloseTo(fast[index] as number, 6)
  }
})
