import { expect, test } from 'vitest'
import { changeText, percentText } from './number-text'

test.each([
  [92.9, '92.9%'],
  [100, '100.0%'],
  [0, '0.0%'],
  [null, '–'],
])('%j reads %s', (percent, text) => {
  expect(percentText('en', percent)).toBe(text)
})

test.each([
  [50, 75, '▲ 25.0'],
  [98.4, 98.1, '▼ 0.3'],
  [90, 90, '± 0.0'],
])('from %d to %d is %s', (from, to, text) => {
  expect(changeText('en', from, to)).toBe(text)
})
