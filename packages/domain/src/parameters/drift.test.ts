import { expect, test } from 'vitest'
import { epochMs } from '../time/instant'
import { judgeDrift } from './drift'
import type { Parameter } from './parameter'

const parameter = (code: string, factoryValue: number | null): Parameter => ({
  ...{ code, name: code, note: '', unit: '°C', group: 'regulation', lowest: -50, highest: 50, step: 0.1 },
  ...{ isSetPoint: false, factoryValue, applyOrder: 0, source: 'p. 1' },
})
const parameters = [
  parameter('a', 2),
  parameter('b', 5),
  parameter('c', 30),
  parameter('d', 8),
  parameter('e', null),
]
const map = (values: Record<string, number>) => new Map(Object.entries(values))
const set = map({ a: 2, b: -20, c: 25, d: 6, e: 1 })

test('nothing that reads as before is a change, and what was not read is none either', () => {
  expect(judgeDrift(set, map({ a: 2, b: -20 }), parameters, [])).toBeNull()
  expect(judgeDrift(new Map(), set, parameters, [])).toBeNull()
})

test('a value that was written from here is ours; another one beside it is not', () => {
  const own = [{ code: 'b', value: -21, at: epochMs(0) }]
  const after = map({ a: 2, b: -21, c: 25, d: 6, e: 1 })
  expect(judgeDrift(set, after, parameters, own)).toEqual({
    cause: 'own',
    changes: [{ code: 'b', before: -20, after: -21 }],
  })
  const more = map({ a: 2, b: -21, c: 20, d: 6, e: 1 })
  expect(judgeDrift(set, more, parameters, own)).toEqual({
    cause: 'keypad',
    changes: [{ code: 'c', before: 25, after: 20 }],
  })
})

// four factory values are known: all four of them are 100 %, three of four 75 %
test.each([
  ['all four at their factory value', { a: 2, b: 5, c: 30, d: 8, e: 1 }, 'reset'],
  ['three of four', { a: 2, b: 5, c: 30, d: 6, e: 1 }, 'keypad'],
  ['all four, and one of unknown factory value changed, too', { a: 2, b: 5, c: 30, d: 8, e: 0 }, 'reset'],
])('%s: %s', (_, after, cause) => {
  expect(judgeDrift(set, map(after), parameters, [])?.cause).toBe(cause)
})

test('three known values may agree by chance', () => {
  const few = parameters.slice(0, 3)
  expect(judgeDrift(map({ a: 1, b: 5, c: 30 }), map({ a: 2, b: 5, c: 30 }), few, [])?.cause).toBe('keypad')
})
