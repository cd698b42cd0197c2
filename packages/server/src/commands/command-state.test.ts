import { resultStates } from '@coldkeep/contract/mqtt/command'
import { epochMs } from '@coldkeep/domain/time/instant'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CommandState } from '../db/field-tables'
import { newCommandId } from './command-id'
import { stateAfter } from './command-state'

const at = (state: CommandState, errorCode: string | null = null) => ({ state, errorCode })

test('a command goes forward as its terminal tells', () => {
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

test('what the server only guessed gives way to the terminal', () => {
  expect(stateAfter(at('expired'), 'done')).toBe('done')
  expect(stateAfter(at('expired'), 'expired')).toBeNull()
  expect(stateAfter(at('failed', 'E_LOST'), 'done')).toBe('done')
  expect(stateAfter(at('failed', 'E_TIMEOUT'), 'done')).toBeNull()
})

test('however results are shuffled and repeated, the end is the same', () => {
  const told = fc.shuffledSubarray(['accepted', 'progress', 'progress', 'accepted'] as const)
  const end = fc.constantFrom('done', 'failed', 'refused' as const)
  fc.assert(
    fc.property(told, end, told, (before, last, after) => {
      let state: CommandState = 'sent'
      for (const result of [...before, last, ...after, last]) state = stateAfter(at(state), result) ?? state
      expect(state).toBe(last)
    }),
  )
  expect(resultStates).toHaveLength(6)
})

test('an id has 26 letters and the time in front, so that ids sort by their time', () => {
  // The example of the ULID specification: 1469918176385 is 01ARYZ6S41.
  expect(newCommandId(epochMs(1_469_918_176_385))).toMatch(/^01ARYZ6S41[0-9A-HJKMNP-TV-Z]{16}$/)
})
