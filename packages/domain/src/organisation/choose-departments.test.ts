import { expect, test } from 'vitest'
import type { DepartmentId } from '../ids'
import { chooseDepartments } from './choose-departments'

/** 1 with 2 and 3; below 2 are 4 and 5, below 4 is 6. */
const places = [[1], [1, 2], [1, 3], [1, 2, 4], [1, 2, 5], [1, 2, 4, 6]].map((path) => ({
  id: path.at(-1) as DepartmentId,
  path: path as DepartmentId[],
}))
const choose = (departments: number[], without: number[] = [], others = false) =>
  chooseDepartments(places, {
    departments: departments as DepartmentId[],
    without: without as DepartmentId[],
    others,
  })

test.each([
  [[2], [], [2, 4, 5, 6]],
  [[1], [2], [1, 3]],
  // 6 is below 4, of which more is said than of 2
  [[2], [4], [2, 5]],
  [[2, 6], [4], [2, 5, 6]],
  [[], [], []],
])('%j without %j are %j', (departments, without, chosen) => {
  expect(choose(departments, without)).toEqual(chosen)
})

test('where nothing is chosen all others may be', () => {
  expect(choose([], [4], true)).toEqual([1, 2, 3, 5])
})
