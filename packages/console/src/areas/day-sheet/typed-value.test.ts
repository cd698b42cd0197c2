import { expect, test } from 'vitest'
import { temperatureOf, typedWith } from './typed-value'

const typed = (...keys: string[]) => keys.reduce(typedWith, '')

test('digits, a sign at any time and one digit after the point', () => {
  expect(typed('1', '8', '.', '5', '-')).toBe('-18.5')
  expect(typed('-', '1', '8', '-')).toBe('18')
  expect(typed('-', '.', '5')).toBe('-0.5')
  // a second point, a second tenth and a fourth digit change nothing
  expect(typed('3', '.', '.', '4', '9')).toBe('3.4')
  expect(typed('1', '2', '3', '4')).toBe('123')
  expect(typed('3', '.', '4', 'erase', 'erase')).toBe('3')
})

test('a temperature from −60 to 150 °C, or none', () => {
  expect(['-18.5', '0', '3.', '150', '-60'].map(temperatureOf)).toEqual([-18.5, 0, 3, 150, -60])
  expect(['', '-', '-61', '151'].map(temperatureOf)).toEqual([null, null, null, null])
})
