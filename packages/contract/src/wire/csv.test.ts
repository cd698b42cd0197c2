import { expect, test } from 'vitest'
import { csvTextCell } from './csv'

test.each([
  '=1+1',
  '+cmd',
  '-2+3',
  '@SUM(A1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '＝1+1',
  '＋1',
  '－2+3',
  '＠SUM(A1)',
  ' =1+1',
  '\u3000＝1+1',
  '\u00a0@A1',
])('%j cannot run as a formula', (text) => {
  expect(csvTextCell(text).replace(/^"/, '')).toMatch(/^'/)
})

test.each(['-12.5', '+3', '-.5', ' -4 ', '7'])('the number %j stays one', (text) => {
  expect(csvTextCell(text)).toBe(text)
})

test.each(['Alder', "'quoted", 'a=b', ' a', ''])('%j is a text like any other', (text) => {
  expect(csvTextCell(text)).toBe(text)
})

test('commas, quotes and line breaks stay inside their cell', () => {
  expect(csvTextCell('a "b", c\nd')).toBe('"a ""b"", c\nd"')
})
