import { expect, test } from 'vitest'
import { requiresFactor } from './factor-demand'

test.each([
  ['nobody', '2-2-4', false],
  ['administrators', '2-2-4', true],
  ['administrators', '2-2-3', false],
  ['everybody', '1-1', true],
] as const)('of %s, of an account with page %s: %s', (demand, page, isDemanded) => {
  expect(requiresFactor(demand, new Set([page]))).toBe(isDemanded)
})
