import { expect, test } from 'vitest'
import type { Column } from './column'
import { movedColumn, orderedColumns, resizedColumn } from './column-layout'

const columns: Column<object>[] = ['a', 'b', 'c'].map((key) => ({
  key,
  title: key,
  kind: 'text',
  value: () => null,
}))
const keys = (order: string[]) =>
  orderedColumns(columns, { order, hidden: [], widths: {} }).map((column) => column.key)

test('columns keep their order until someone moves one', () => {
  expect(keys([])).toEqual(['a', 'b', 'c'])
  expect(keys(['c', 'a', 'b'])).toEqual(['c', 'a', 'b'])
})

test('a column missing from the order stays next to its neighbour', () => {
  expect(keys(['c', 'a'])).toEqual(['c', 'a', 'b'])
})

test('an order that names columns that are gone is still followed', () => {
  expect(keys(['x', 'b', 'a', 'c'])).toEqual(['b', 'a', 'c'])
})

test('moving goes one place and stops at the ends', () => {
  expect(movedColumn(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c'])
  expect(movedColumn(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c'])
})

test('a column never becomes too narrow to read', () => {
  const layout = resizedColumn({ order: [], hidden: [], widths: {} }, 'a', 80, -40)
  expect(layout.widths.a).toBe(64)
})
