import { describe, expect, test } from 'vitest'
import type { WriteTarget } from '../polling/poll-command'
import { riskOfAll, riskOfWrite, usualRange, type WriteRisk } from './judge-risk'

const setpoint: WriteTarget = {
  effect: 'setpoint',
  pointName: 'Set point',
  setsTo: null,
  lowest: -50,
  highest: 110,
  usualLow: null,
  usualHigh: null,
  group: 'other',
  factoryValue: null,
  applyOrder: 0,
  isVolatile: false,
  mostPerDay: null,
  mostPerYear: null,
}

describe('what is usual', () => {
  // 3 K around the set point of the zone, within the insured limits
  test.each([
    ['FZ', -25, -19],
    ['IC', -27, -21],
    // insured from 0 to 4
    ['C4', 0, 4],
    ['C7', 1, 7],
    // insured from 15
    ['F18', 15, 20],
    ['HOT', 67, 73],
  ] as const)('in %s is %d to %d', (zone, low, high) => {
    expect(usualRange(setpoint, zone)).toEqual({ low, high })
  })

  test('is what the row says before what the zone says', () => {
    expect(usualRange({ ...setpoint, usualLow: -24, usualHigh: -18 }, 'C4')).toEqual({ low: -24, high: -18 })
  })

  test('is never beyond what the row allows', () => {
    expect(usualRange({ ...setpoint, lowest: -22 }, 'FZ')).toEqual({ low: -22, high: -19 })
    expect(usualRange({ ...setpoint, lowest: 10 }, 'FZ')).toBeNull()
  })

  test('is unknown for devices without a zone, and for anything but set points', () => {
    expect(usualRange(setpoint, null)).toBeNull()
    expect(usualRange({ ...setpoint, effect: 'other' }, 'FZ')).toBeNull()
  })
})

describe('the risk', () => {
  const usual = { low: -25, high: -19 }
  test.each([
    ['reset', null, null, 1],
    ['light', 1, null, 1],
    ['defrost', null, null, 2],
    ['setpoint', -25, usual, 2],
    ['setpoint', -19, usual, 2],
    ['setpoint', -18.9, usual, 3],
    ['setpoint', -25.1, usual, 3],
    ['setpoint', -22, null, 3],
    ['other', -22, usual, 2],
    ['other', null, null, 3],
  ] as const)('of %s %d is as expected', (effect, value, range, risk) => {
    expect(riskOfWrite({ effect }, value, range)).toBe(risk)
  })

  test('of ten lights is low, of eleven high', () => {
    const lights = (count: number) => Array.from({ length: count }, (): WriteRisk => 1)
    expect(riskOfAll(lights(10))).toBe(1)
    expect(riskOfAll(lights(11))).toBe(3)
    expect(riskOfAll([1, 2, 1])).toBe(2)
  })
})
