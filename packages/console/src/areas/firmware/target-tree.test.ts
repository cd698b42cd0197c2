import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import type { Department } from '@coldkeep/domain/organisation/department'
import { expect, test } from 'vitest'
import { isStoreIn, type Mark, markDepartment, markStore, type TreeNode, treeOf } from './target-tree'

const department = (id: number, ...children: Department[]): Department => ({
  id: id as DepartmentId,
  name: `D${id}`,
  children,
})
/** 1 with 2 (4, 5) and 3; 10 terminals in 4, 20 in 5, 2 in 2 itself, none in 3. */
const top = department(1, department(2, department(4), department(5)), department(3))
const terminals = new Map(
  [
    [2, 2],
    [4, 10],
    [5, 20],
  ].map(([id, count]) => [id as DepartmentId, count as number]),
)
const tree = (marks: readonly Mark[]) => treeOf(top, terminals, marks)

function nodeOf(node: TreeNode, id: number): TreeNode {
  const found = [node, ...node.children.flatMap((child) => [child, ...child.children])].find(
    (one) => one.department.id === id,
  )
  if (found === undefined) throw new Error(`no department ${id}`)
  return found
}
const press = (marks: readonly Mark[], id: number) => markDepartment(marks, top, nodeOf(tree(marks), id))
const shown = (marks: readonly Mark[], id: number) => {
  const { chosen, total, checked } = nodeOf(tree(marks), id)
  return [chosen, total, checked]
}
const store = (id: number, count = 1) => ({
  id: id as StoreId,
  code: `A${id}`,
  name: `Store ${id}`,
  terminals: count,
})

test('a department counts what is in it and below; one without terminals is left out', () => {
  expect(shown([], 1)).toEqual([0, 32, 'none'])
  expect(tree([]).children.map((child) => child.department.id)).toEqual([2])
  expect(nodeOf(tree([]), 2).hasStores).toBe(true)
  expect(nodeOf(tree([]), 1).hasStores).toBe(false)
})

test('a part of a department that is in is taken out, and put in again', () => {
  const all = press([], 2)
  expect(all).toEqual([{ kind: 'department', id: 2, isIn: true }])
  expect(shown(all, 1)).toEqual([32, 32, 'all'])
  const without = press(all, 4)
  expect(without).toEqual([...all, { kind: 'department', id: 4, isIn: false }])
  expect(shown(without, 2)).toEqual([22, 32, 'some'])
  expect(shown(without, 4)).toEqual([0, 10, 'none'])
  expect(press(without, 4)).toEqual(all)
  // what is partly in becomes whole, and forgets what was said below it
  expect(press(without, 2)).toEqual(all)
  expect(press(all, 2)).toEqual([])
})

test('parts that come to the whole show it as the whole', () => {
  const parts = press(press([], 4), 5)
  expect(shown(parts, 2)).toEqual([30, 32, 'some'])
  const one = markStore(parts, nodeOf(tree(parts), 2), store(7, 2))
  expect(shown(one, 2)).toEqual([32, 32, 'all'])
})

test('a store goes against its department until it says the same', () => {
  const all = press([], 4)
  const node = () => nodeOf(tree(all), 4)
  const without = markStore(all, node(), store(9, 3))
  expect(without).toEqual([...all, { kind: 'store', id: 9, departmentId: 4, terminals: 3, isIn: false }])
  expect(isStoreIn(without, node(), store(9))).toBe(false)
  expect(isStoreIn(without, node(), store(8))).toBe(true)
  expect(shown(without, 4)).toEqual([7, 10, 'some'])
  expect(markStore(without, node(), store(9, 3))).toEqual(all)
  // whoever chooses the whole chooses the store with it
  expect(press(without, 4)).toEqual(all)
})
