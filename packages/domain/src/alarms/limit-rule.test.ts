import { expect, test } from 'vitest'
import { minutes } from '../time/instant'
import { checkLimitRule, delayMs, isBack, isBeyond, type LimitRule } from './limit-rule'

const rule: LimitRule = {
  lowLimit: 0,
  lowDelayMinutes: 15,
  highLimit: 7,
  highDelayMinutes: 0,
  lostDelayMinutes: 5,
}
const problemOf = (over: Partial<LimitRule>) => {
  const checked = checkLimitRule({ ...rule, ...over })
  return checked.ok ? null : checked.problem
}

test('low lies below high, unless one of the two is switched off', () => {
  expect(problemOf({})).toBeNull()
  expect(problemOf({ lowLimit: 7 })).toBe('limits_reversed')
  expect(problemOf({ lowLimit: 8 })).toBe('limits_reversed')
  expect(problemOf({ lowLimit: 8, lowDelayMinutes: -1 })).toBeNull()
  expect(problemOf({ lowLimit: 8, highDelayMinutes: -1 })).toBeNull()
})

test('delays are whole minutes from −1 to 1440, limits are numbers', () => {
  expect(problemOf({ lostDelayMinutes: 1440 })).toBeNull()
  for (const delay of [-2, 1441, 0.5, Number.NaN]) {
    expect(problemOf({ highDelayMinutes: delay })).toBe('delay_range')
  }
  expect(problemOf({ highLimit: Number.POSITIVE_INFINITY })).toBe('limit_not_finite')
  expect(problemOf({ lowLimit: Number.NaN })).toBe('limit_not_finite')
})

test('0 raises at once, −1 never, and contact is lost after two polls at the earliest', () => {
  expect(delayMs(rule, 'high', minutes(5))).toBe(0)
  expect(delayMs(rule, 'low', minutes(5))).toBe(minutes(15))
  expect(delayMs(rule, 'lost', minutes(5))).toBe(minutes(10))
  expect(delayMs(rule, 'lost', minutes(1))).toBe(minutes(5))
  expect(delayMs({ ...rule, lostDelayMinutes: -1 }, 'lost', minutes(1))).toBeNull()
})

test('a value on the limit is within it, and it is back only beyond the dead band', () => {
  expect([7, 7.1].map((value) => isBeyond(rule, 'high', value))).toEqual([false, true])
  expect([0, -0.1].map((value) => isBeyond(rule, 'low', value))).toEqual([false, true])
  expect([6.6, 6.5].map((value) => isBack(rule, 'high', value, '°C'))).toEqual([false, true])
  expect([0.4, 0.5].map((value) => isBack(rule, 'low', value, '°C'))).toEqual([false, true])
  // 1 % of 200 kW is 2 kW
  const power = { ...rule, highLimit: 200 }
  expect([198.5, 198].map((value) => isBack(power, 'high', value, 'kW'))).toEqual([false, true])
  const negative = { ...rule, lowLimit: -200 }
  expect([-198.5, -198].map((value) => isBack(negative, 'low', value, 'kW'))).toEqual([false, true])
})
