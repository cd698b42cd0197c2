import { expect, test } from 'vitest'
import { imageActs } from './image-acts'

const LATER = Date.now() + 86_400_000

test.each([
  ['draft', LATER, ['release', 'remove']],
  ['released', LATER, ['withdraw']],
  ['withdrawn', LATER, ['release']],
  ['draft', 0, ['remove']],
  ['released', 0, ['withdraw']],
  ['withdrawn', 0, []],
] as const)('what can be done with a %s file that is valid until %i', (state, expiresAt, acts) => {
  expect(imageActs({ state, expiresAt: expiresAt as never })).toEqual(acts)
})
