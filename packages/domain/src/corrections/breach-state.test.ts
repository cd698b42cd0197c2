import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AccountId } from '../ids'
import { type BreachState, breachEventKinds, breachStates, refusalOfCheck, stateAfter } from './breach-state'
import { lacksQuantity } from './corrective-action'

const [ada, ben] = [1, 2] as AccountId[] as [AccountId, AccountId]
const run = (...events: (typeof breachEventKinds)[number][]) => {
  let state: BreachState = 'unwritten'
  let beforeVoid: BreachState | null = null
  for (const event of events) {
    if (event === 'withdrawn' && state !== 'void') beforeVoid = state
    state = stateAfter(state, event, beforeVoid) ?? state
  }
  return state
}

test('a breach is written, then checked; a further entry, other facts and a sent back one need a check again', () => {
  expect(run()).toBe('unwritten')
  expect(run('agreed')).toBe('unwritten')
  expect(run('action')).toBe('unchecked')
  expect(run('action', 'agreed')).toBe('closed')
  expect(run('action', 'agreed', 'action')).toBe('unchecked')
  expect(run('action', 'agreed', 'changed')).toBe('changed')
  expect(run('action', 'agreed', 'changed', 'agreed')).toBe('closed')
  expect(run('action', 'sent_back', 'agreed')).toBe('sent_back')
  expect(run('action', 'sent_back', 'action', 'agreed')).toBe('closed')
})

test('one that is no breach any more takes no entry, and is open again when it is one again', () => {
  expect(run('withdrawn', 'action')).toBe('void')
  expect(run('withdrawn', 'judged')).toBe('unwritten')
  expect(run('action', 'agreed', 'withdrawn', 'judged')).toBe('changed')
  // what was never checked, or refused, is not made good by readings that come and go
  expect(run('action', 'withdrawn', 'judged')).toBe('unchecked')
  expect(run('action', 'sent_back', 'withdrawn', 'judged', 'agreed')).toBe('sent_back')
})

test('no order of events closes what was not written and then agreed to', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...breachEventKinds), { maxLength: 12 }), (events) => {
      if (run(...events) !== 'closed') return
      const agreed = events.lastIndexOf('agreed')
      expect(events.indexOf('action')).toBeGreaterThanOrEqual(0)
      expect(events.indexOf('action')).toBeLessThan(agreed)
      expect(events.slice(agreed + 1)).not.toContain('action')
    }),
  )
})

test('another person checks what was written, once the product is cold again', () => {
  const of = { state: 'unchecked', writer: ada, isUnderWay: false } as const
  const person = (accountId: AccountId) => ({ accountId, isPerson: true })
  expect(refusalOfCheck(person(ben), of)).toBeNull()
  expect(refusalOfCheck(person(ada), of)).toBe('own')
  expect(refusalOfCheck({ ...person(ben), isPerson: false }, of)).toBe('person_needed')
  expect(refusalOfCheck(person(ben), { ...of, isUnderWay: true })).toBe('under_way')
  for (const state of breachStates.filter((one) => one !== 'unchecked' && one !== 'changed'))
    expect(refusalOfCheck(person(ben), { ...of, state })).toBe('nothing_to_check')
})

test('of what was moved or discarded it is said how much', () => {
  const none = { quantityKg: null, quantityWords: ' ' }
  expect(lacksQuantity({ disposition: 'kept', ...none })).toBe(false)
  expect(lacksQuantity({ disposition: 'moved', ...none })).toBe(true)
  expect(lacksQuantity({ disposition: 'discarded', ...none, quantityKg: 0 })).toBe(false)
  expect(lacksQuantity({ disposition: 'discarded', ...none, quantityWords: '12 boxes' })).toBe(false)
})
