import { expect, test } from 'vitest'
import { temperatureZones } from '../organisation/device'
import { contactPoint, defaultRule } from './default-rules'
import { checkLimitRule } from './limit-rule'

const air = { kind: 'air_temperature' } as const
const food = { kind: 'product_temperature' } as const

test('air and food are compared with the insured limits of their zone', () => {
  expect(defaultRule(air, 'C4', 'TW', true)).toEqual({
    lowLimit: -2,
    lowDelayMinutes: 15,
    highLimit: 4,
    highDelayMinutes: 15,
    lostDelayMinutes: 30,
  })
  expect(defaultRule(food, 'FZ', 'TW', false)).toMatchObject({
    lowDelayMinutes: -1,
    highLimit: -18,
    highDelayMinutes: 10,
    lostDelayMinutes: -1,
  })
  expect(defaultRule(air, 'HOT', 'JP', false)).toMatchObject({ lowLimit: 65, highDelayMinutes: -1 })
})

test('a multideck set to 0 °C, whose air swings to −1, is not too cold; food of −0.1 °C is', () => {
  expect(defaultRule(air, 'C7', 'TW', false)).toMatchObject({ lowLimit: -2, lowDelayMinutes: 15 })
  expect(defaultRule(food, 'C7', 'TW', false)).toMatchObject({ lowLimit: 0, lowDelayMinutes: 10 })
})

test('each of them is a valid rule', () => {
  for (const zone of temperatureZones) {
    for (const point of [air, food]) {
      const rule = defaultRule(point, zone, 'TW', true)
      expect(rule !== null && checkLimitRule(rule).ok).toBe(true)
    }
  }
})

test('one point of a device detects silence, and a point with neither a limit nor that is not watched', () => {
  const defrost = { kind: 'defrost' } as const
  const power = { kind: 'power' } as const
  expect(contactPoint([defrost, food, air])).toBe(air)
  expect(contactPoint([{ kind: 'energy' } as const, power])).toBe(power)
  expect(contactPoint([defrost])).toBe(defrost)
  expect(contactPoint([])).toBeNull()
  expect(defaultRule(defrost, 'FZ', 'TW', false)).toBeNull()
  expect(defaultRule(power, null, 'TW', true)).toMatchObject({
    lowDelayMinutes: -1,
    highDelayMinutes: -1,
    lostDelayMinutes: 30,
  })
})
