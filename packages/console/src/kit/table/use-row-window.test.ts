import { expect, test } from 'vitest'
import { rowWindow } from './use-row-window'

test('a short scroll position draws what is seen and twelve rows beyond', () => {
  expect(rowWindow(3600, 720, 36, 10_000)).toEqual({ from: 88, to: 132, abovePx: 3168, belowPx: 355_248 })
})

test('nothing is drawn beyond the ends', () => {
  expect(rowWindow(0, 720, 36, 10_000).from).toBe(0)
  expect(rowWindow(360_000, 720, 36, 10_000)).toMatchObject({ to: 10_000, belowPx: 0 })
})

test('few rows are drawn whole', () => {
  expect(rowWindow(0, 720, 36, 5)).toEqual({ from: 0, to: 5, abovePx: 0, belowPx: 0 })
})
