import { expect, test } from 'vitest'
import { compare, figureOf } from './report'

const steady = (median: number) =>
  figureOf('rows', 'rows/s', 'higher', [median * 0.99, median, median * 1.01])

test('the median counts, and half of the range is its spread', () => {
  expect(figureOf('a', 'ms', 'lower', [12, 8, 10, 11, 9])).toMatchObject({ median: 10, spread: 0.2 })
})

test('a change within the spread of both runs is noise', () => {
  const noisy = figureOf('rows', 'rows/s', 'higher', [80, 100, 120])
  expect(compare(steady(118), noisy)).toBe('as before')
  expect(compare(steady(130), noisy)).toBe('better')
})

test('less than a twentieth is noise even between steady runs', () => {
  expect(compare(steady(104.9), steady(100))).toBe('as before')
  expect(compare(steady(94), steady(100))).toBe('worse')
})

test('for times, less is better', () => {
  const ms = (median: number) => figureOf('draw', 'ms', 'lower', [median, median, median])
  expect(compare(ms(80), ms(100))).toBe('better')
  expect(compare(ms(120), ms(100))).toBe('worse')
})

test('a figure without an earlier one, or in another unit, is new', () => {
  expect(compare(steady(100), undefined)).toBe('new')
  expect(compare(steady(100), figureOf('rows', 'ms', 'lower', [1, 1, 1]))).toBe('new')
})

test('two measurements are refused', () => {
  expect(() => figureOf('a', 'ms', 'lower', [1, 2])).toThrow('2 measurements')
})
