import { expect, test } from 'vitest'
import { chartSpans } from './chart-spans'

test('a pie is the narrow one next to bars', () => {
  expect(chartSpans(['pie', 'bar'])).toEqual([4, 8])
  expect(chartSpans(['group_bar', 'pie'])).toEqual([8, 4])
})

test('two charts of a kind share a row, and what is left over fills one', () => {
  expect(chartSpans(['bar', 'group_bar'])).toEqual([6, 6])
  expect(chartSpans(['pie', 'pie', 'bar'])).toEqual([6, 6, 12])
})

test('lines have a row of their own', () => {
  expect(chartSpans(['group_bar', 'line'])).toEqual([12, 12])
  expect(chartSpans(['pie', 'line', 'bar'])).toEqual([12, 12, 12])
})
