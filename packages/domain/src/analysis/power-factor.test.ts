import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { roundHalfAwayFromZero } from '../units'
import {
  lowPowerFactor,
  NO_SPREAD,
  powerFactorOf,
  spreadPowerFactors,
  sumSpreads,
  type Usage,
} from './power-factor'

const used = (energyKwh: number, reactiveKvarh: number): Usage => ({ energyKwh, reactiveKvarh })
const shown = (usage: Usage) => roundHalfAwayFromZero(powerFactorOf(usage) ?? Number.NaN, 2)

describe('the power factor of a period', () => {
  test.each([
    [1200, 900, 0.8],
    [1000, 800, 0.78],
    [500, 0, 1],
    [0, 500, 0],
    [1200, -900, 0.8],
  ])('with %d kWh and %d kvarh is %d', (kwh, kvarh, factor) => {
    expect(shown(used(kwh, kvarh))).toBe(factor)
  })
  test('that used nothing is not known', () => {
    expect(powerFactorOf(used(0, 0))).toBeNull()
  })
})

describe('low intervals', () => {
  // 15 minutes at a contract of 100 kW: a tenth of it is 2.5 kWh.
  const low = (usages: (Usage | null)[], threshold = 80, contractedKw: number | null = 100) =>
    lowPowerFactor(spreadPowerFactors(usages, 15, contractedKw), threshold)

  test('lie below the threshold; exactly 80.0 is not low', () => {
    expect(low([used(12, 9), used(11.99, 9), used(20, 5)])).toEqual({
      intervals: 1,
      energyShare: 11.99 / 43.99,
    })
  })
  test('exactly 80 stays 80 when the counters leave noise in the last digit', () => {
    expect(low([used(1201.2 - 1200, 1300.9 - 1300)])).toMatchObject({ intervals: 0 })
  })
  test('have at least a tenth of the contract: idle transformers are not judged, but their energy is energy', () => {
    expect(low([used(2.5, 5), used(2.25, 5), used(20.25, 1)])).toEqual({
      intervals: 1,
      energyShare: 0.1,
    })
  })
  test('are judged at any load where there is no contract, but not without load', () => {
    expect(low([used(0.1, 5), used(0, 5)], 80, null)).toEqual({ intervals: 1, energyShare: 1 })
  })
  test('are not those without data', () => {
    expect(low([null, used(0, 0)])).toEqual({ intervals: 0, energyShare: null })
  })
  test('depend on the threshold, which can be applied to the same spread', () => {
    const usages = [used(12, 9), used(17, 10), used(20, 5)] // 80.0, 86.2 and 97.0 %
    expect([80, 81, 86, 87, 97, 98].map((threshold) => low(usages, threshold).intervals)).toEqual([
      0, 1, 1, 2, 2, 3,
    ])
  })
  test('in 30 minutes are idle below twice the energy', () => {
    const spread = spreadPowerFactors([used(4.99, 20), used(5, 20)], 30, 100)
    expect(lowPowerFactor(spread, 80).intervals).toBe(1)
  })
})

test('a spread survives being kept as JSON', () => {
  const spread = spreadPowerFactors([used(12, 9), used(20, 5)], 15, 100)
  expect(JSON.parse(JSON.stringify(spread))).toEqual(spread)
})

test('the sum of the spreads of parts finds what the spread of the whole finds', () => {
  const usage = fc.record({
    energyKwh: fc.integer({ min: 0, max: 50 }),
    reactiveKvarh: fc.integer({ min: 0, max: 50 }),
  })
  fc.assert(
    fc.property(fc.array(fc.array(usage)), fc.integer({ min: 1, max: 100 }), (parts, threshold) => {
      const whole = lowPowerFactor(spreadPowerFactors(parts.flat(), 15, 40), threshold)
      const sum = sumSpreads([NO_SPREAD, ...parts.map((part) => spreadPowerFactors(part, 15, 40))])
      expect(lowPowerFactor(sum, threshold)).toEqual(whole)
      const judged = parts.flat().filter(({ energyKwh, reactiveKvarh }) => {
        // below the threshold without dividing: (100 kWh)² < threshold² · (kWh² + kvarh²), at a load of 4 kW and more
        const apparentSquared = energyKwh ** 2 + reactiveKvarh ** 2
        return energyKwh >= 1 && (100 * energyKwh) ** 2 < threshold ** 2 * apparentSquared
      })
      expect(whole.intervals).toBe(judged.length)
    }),
  )
})
