import { expect, test } from 'vitest'
import { consentModes, consentRules, isWithinHours, judgeConsent } from './consent'

const allow = { step: 'allow' }
const ask = { step: 'ask' }
const never = { step: 'refuse', why: 'never' }
const hours = { step: 'refuse', why: 'opening_hours' }

test.each([
  ['never', 'as_store', false, never],
  ['never', 'ask', false, never],
  ['never', 'never', false, never],
  ['always', 'as_store', true, allow],
  ['always', 'ask', true, ask],
  ['always', 'never', true, never],
  ['ask', 'as_store', false, ask],
  ['ask', 'ask', true, ask],
  ['ask', 'never', true, never],
  ['outside_hours', 'as_store', true, hours],
  ['outside_hours', 'as_store', false, allow],
  ['outside_hours', 'ask', true, hours],
  ['outside_hours', 'ask', false, ask],
  ['outside_hours', 'never', false, never],
] as const)('a store that says %s under the rule %s, open: %s', (mode, rule, isOpen, step) => {
  expect(judgeConsent(mode, rule, isOpen)).toEqual(step)
})

test('an organisation never opens what the store keeps closed', () => {
  const strictness = { allow: 0, ask: 1, refuse: 2 } as const
  for (const mode of consentModes)
    for (const rule of consentRules)
      for (const isOpen of [true, false]) {
        const own = strictness[judgeConsent(mode, 'as_store', isOpen).step]
        expect(strictness[judgeConsent(mode, rule, isOpen).step]).toBeGreaterThanOrEqual(own)
      }
})

test.each([
  [7 * 60, 23 * 60, 6 * 60 + 59, false],
  [7 * 60, 23 * 60, 7 * 60, true],
  [7 * 60, 23 * 60, 22 * 60 + 59, true],
  [7 * 60, 23 * 60, 23 * 60, false],
  [18 * 60, 2 * 60, 17 * 60, false],
  [18 * 60, 2 * 60, 23 * 60, true],
  [18 * 60, 2 * 60, 60, true],
  [18 * 60, 2 * 60, 2 * 60, false],
  [0, 0, 600, true],
])('hours from minute %i to %i at %i', (fromMinute, toMinute, minute, isOpen) => {
  expect(isWithinHours({ fromMinute, toMinute }, minute)).toBe(isOpen)
})
