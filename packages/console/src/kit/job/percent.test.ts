import { expect, test } from 'vitest'
import { endedPercent } from './percent'

test.each([
  [0, 0, 0],
  [0, 3, 0],
  [2, 3, 66],
  [199, 200, 99],
  [29, 100, 29],
  [200, 200, 100],
])('%i of %i have ended: %i %', (ended, total, percent) => {
  expect(endedPercent(ended, total)).toBe(percent)
})
