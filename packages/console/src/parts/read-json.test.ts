import { expect, test } from 'vitest'
import { readJson } from './read-json'

test('a document is read, and one that is none stops at a line', () => {
  expect(readJson('{"a":\n1}')).toEqual({ value: { a: 1 }, line: null })
  expect(readJson('{"a": 1,\n "b": two}').line).toBe(2)
  expect(readJson('{\n "a": [1,\n').line).toBe(3)
  expect(readJson('').line).toBe(1)
})
