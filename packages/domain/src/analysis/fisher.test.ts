import { expect, test } from 'vitest'
import { fisherAtLeast } from './fisher'

test.each([
  // the lady who tastes tea: 8 cups, 4 with milk first, 4 chosen; of 70 ways 1 has all four and 16 have three
  [4, 4, 4, 8, 1 / 70],
  [3, 4, 4, 8, 17 / 70],
  [0, 4, 4, 8, 1],
  // 3 of 3 out of 10 with 3 marks: one way of 120
  [3, 3, 3, 10, 1 / 120],
  // all have it, none has it
  [5, 5, 9, 9, 1],
  [0, 5, 0, 9, 1],
  // 1 of 2 out of 4 with 3 marks is the least there can be
  [1, 2, 3, 4, 1],
  [2, 2, 3, 4, 1 / 2],
])('%d of %d have a mark that %d of %d have: %d', (marked, size, allMarked, all, expected) => {
  expect(fisherAtLeast(marked, size, allMarked, all)).toBeCloseTo(expected, 12)
})
