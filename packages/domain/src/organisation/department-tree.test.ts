import { expect, test } from 'vitest'
import type { DepartmentId } from '../ids'
import type { Department } from './department'
import { departmentPath, departmentsTooDeep, flattenDepartments, subtreeIds } from './department-tree'

const id = (number: number) => number as DepartmentId
const department = (number: number, ...children: Department[]): Department => {
  return { id: id(number), name: `department ${number}`, children }
}
//   1
//   ├─ 2 ─ 4
//   └─ 3
const tree = department(1, department(2, department(4)), department(3))
const chain = (depth: number, number = 1): Department =>
  depth === 0 ? department(number) : department(number, chain(depth - 1, number + 1))

test('the list follows one branch down before the next, with level and path', () => {
  const placed = flattenDepartments(tree)
  expect(placed.map((one) => [one.department.id, one.level])).toEqual([
    [1, 0],
    [2, 1],
    [4, 2],
    [3, 1],
  ])
  expect(placed[2]?.path.map((one) => one.id)).toEqual([1, 2, 4])
})

test('a department is found by its path from the company down', () => {
  expect(departmentPath(tree, id(4))?.map((one) => one.id)).toEqual([1, 2, 4])
  expect(departmentPath(tree, id(1))).toEqual([tree])
  expect(departmentPath(tree, id(9))).toBeNull()
})

test('a subtree holds its top and nothing next to it', () => {
  expect(subtreeIds(tree, id(2))).toEqual([2, 4])
  expect(subtreeIds(tree, id(3))).toEqual([3])
  expect(subtreeIds(tree, id(9))).toEqual([])
})

test('six levels below the company are allowed, the seventh is named', () => {
  expect(departmentsTooDeep(chain(6))).toEqual([])
  expect(departmentsTooDeep(chain(7)).map((one) => one.department.id)).toEqual([8])
})
