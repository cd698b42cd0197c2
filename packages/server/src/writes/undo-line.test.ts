import { expect, test } from 'vitest'
import { undoOf } from './undo-line'

const line = {
  state: 'failed',
  errorCode: 'E_LOST',
  outcome: null,
  knownValue: -22,
  knownQuality: 0,
  value: -20,
  commandCode: 'set',
  undoCode: null,
  undoValue: null,
} as const
const read = (value: number | null) => ({ before: { value, quality: value === null ? 1 : 0, at: 0 } })
const back = { code: 'set', value: -22 }

test('what stood before is what the terminal read; without its word a good reading of before', () => {
  expect(undoOf(line)).toEqual(back)
  expect(undoOf({ ...line, state: 'done', errorCode: null, outcome: read(-18) })).toEqual({
    code: 'set',
    value: -18,
  })
})

test('nobody knows it where the terminal could not read it, or the reading was stale or bad', () => {
  expect(undoOf({ ...line, state: 'done', errorCode: null, outcome: read(null) })).toBeNull()
  expect(undoOf({ ...line, knownQuality: 6 })).toBeNull()
  expect(undoOf({ ...line, knownQuality: null, knownValue: null })).toBeNull()
})

test('a device that has taken it and needs longer may have done it; one that refused has not', () => {
  expect(undoOf({ ...line, errorCode: 'E_EXCEPTION(5)' })).toEqual(back)
  for (const code of ['E_EXCEPTION(3)', 'E_EXCEPTION(15)', 'E_PORT']) {
    expect([code, undoOf({ ...line, errorCode: code })]).toEqual([code, null])
  }
})
