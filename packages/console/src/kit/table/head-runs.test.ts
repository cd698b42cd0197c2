import { expect, test } from 'vitest'
import type { Column } from './column'
import { headRuns } from './head-runs'

const column = (key: string, group?: string): Column<object> => ({
  key,
  title: key,
  kind: 'number',
  value: () => null,
  ...(group !== undefined && { group: { title: group, short: key } }),
})
const runsOf = (...columns: readonly Column<object>[]) =>
  headRuns(columns).map((run) => [run.group, run.columns.map(({ key }) => key).join(' ')])

test('neighbours in a group share a header; columns without one are on their own', () => {
  expect(
    runsOf(column('node'), column('unit'), column('low', 'Limit'), column('high', 'Limit'), column('at')),
  ).toEqual([
    [null, 'node'],
    [null, 'unit'],
    ['Limit', 'low high'],
    [null, 'at'],
  ])
})

test('groups side by side stay apart, and so do the parts of one that was parted', () => {
  expect(
    runsOf(column('low', 'Limit'), column('first', 'Time'), column('node'), column('high', 'Limit')),
  ).toEqual([
    ['Limit', 'low'],
    ['Time', 'first'],
    [null, 'node'],
    ['Limit', 'high'],
  ])
})
