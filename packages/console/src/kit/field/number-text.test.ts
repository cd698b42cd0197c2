import { expect, test } from 'vitest'
import { numberFromText } from './number-text'

test('digits of an input method count as digits', () => {
  expect(numberFromText('－１２．５')).toBe(-12.5)
  expect(numberFromText('ー３')).toBe(-3)
})

test('thousands marks are read, a comma in another place is not a number', () => {
  expect(numberFromText('1,284')).toBe(1284)
  expect(numberFromText('1,2')).toBeUndefined()
})

test('nothing is no value, and words are no number', () => {
  expect(numberFromText('  ')).toBeNull()
  expect(numberFromText('-')).toBeUndefined()
  expect(numberFromText('12a')).toBeUndefined()
  expect(numberFromText('1e9')).toBeUndefined()
})

test('a number may end or begin with its point while it is typed', () => {
  expect(numberFromText('5.')).toBe(5)
  expect(numberFromText('.5')).toBe(0.5)
})
