import { expect, test } from 'vitest'
import { clockFromText } from './clock-text'

test.each([
  ['08:30', '08:30'],
  ['8:30', '08:30'],
  ['830', '08:30'],
  ['２３：５９', '23:59'],
  [' 00:00 ', '00:00'],
  ['24:00', null],
  ['12:60', null],
  ['noon', null],
  ['', null],
])('%j is read as %j', (text, time) => {
  expect(clockFromText(text)).toBe(time)
})
