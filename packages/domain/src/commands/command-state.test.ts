import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CommandState, stateAfter } from './command-state'

const at = (state: CommandState, errorCode: string | null = null) => ({ state, errorCode })

test('a command progresses as its terminal reports', () => {
  expect(stateAfter(at('sent'), 'accepted')).toBe('accepted')
  expect(stateAfter(at('accepted'), 'progress')).toBe('running')
  expect(stateAfter(at('running'), 'progress')).toBe('running')
  expect(stateAfter(at('running'), 'done')).toBe('done')
  expect(stateAfter(at('queued'), 'done')).toBe('done')
})

test('a late accepted after done, or after progress, changes nothing', () => {
  expect(stateAfter(at('done'), 'accepted')).toBeNull()
  expect(stateAfter(at('running'), 'accepted')).toBeNull()
  expect(stateAfter(at('accepted'), 'accepted')).toBeNull()
  expect(stateAfter(at('cancelled'), 'done')).toBeNull()
})

test('what the server merely assumed gives way to the terminal', () => {
  expect(stateAfter(at('expired'), 'done')).toBe('done')
  expect(stateAfter(at('expired'), 'expired')).toBeNull()
  expect(stateAfter(at('failed', 'E_LOST'), 'done')).toBe('done')
  expect(stateAfter(at('failed', 'E_TIMEOUT'), 'done')).toBeNull()
})

test('however results are shuffled and repeated, the outcome is the same', () => {
  const reported = fc.shuffledSubarray(['accepted', 'progress', 'progress', 'accepted'] as const)
  const end = fc.constantFrom('done', 'failed', 'refused' as const)
  fc.assert(
    fc.property(reported, end, reported, (before, last, after) => {
      let state: CommandState = 'sent'
      for (const result of [...before, last, ...after, last]) state = stateAfter(at(state), result) ?? state
      expect(state).toBe(last)
    }),
  )
})
