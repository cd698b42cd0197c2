import { expect, test } from 'vitest'
import { foldSlices } from './fold-slices'

const slices = [60, 0, 5, 20, 3, 2, 10].map((value, index) => ({
  label: `slice ${index}`,
  values: [value],
  color: `c${index}`,
}))
const folded = (most: number) =>
  foldSlices(slices, most, (count) => `Other (${count})`).map(({ label, values }) => [label, values[0]])

test('few slices stay as they are, empty ones too', () => {
  expect(folded(7)).toHaveLength(7)
})

test('empty slices go first', () => {
  expect(folded(6).map(([label]) => label)).toEqual([0, 2, 3, 4, 5, 6].map((index) => `slice ${index}`))
})

test('the smallest become one, the others keep their order', () => {
  expect(folded(4)).toEqual([
    ['slice 0', 60],
    ['slice 3', 20],
    ['slice 6', 10],
    ['Other (3)', 10],
  ])
})
