import { expect, test } from 'vitest'
import type { DeviceId, PointId, PointListId, StoreId } from '../ids'
import { type PointList, terminalPoints } from './terminal-points'

const freezer = 10 as DeviceId
const meter = 11 as DeviceId
const list = (
  pointListId: number,
  deviceId: DeviceId,
  periodSeconds: number,
  points: { readonly values?: number[]; readonly counters?: number[] },
  firstRevision = 1,
  lastRevision: number | null = null,
): PointList => ({
  pointListId: pointListId as PointListId,
  deviceId,
  periodSeconds,
  valuePoints: (points.values ?? []) as PointId[],
  counterPoints: (points.counters ?? []) as PointId[],
  firstRevision,
  lastRevision,
})
const pointsOf = (lists: readonly PointList[], revision = 1) =>
  terminalPoints(7 as StoreId, 'Asia/Taipei', lists, revision)

test('a revision has the lists that were open during it', () => {
  const lists = [
    list(1, freezer, 60, { values: [100] }, 1, 2),
    list(2, freezer, 60, { values: [100] }, 3),
    list(3, meter, 300, { counters: [110] }, 2, 2),
  ]
  const idsOf = (revision: number) => pointsOf(lists, revision).lists.map(({ pointListId }) => pointListId)
  expect([1, 2, 3, 4].map(idsOf)).toEqual([[1], [1, 3], [2], [2]])
})

test('a device is due as often as its shortest list, and every five minutes where nothing is known', () => {
  const points = pointsOf([
    list(1, freezer, 120, { values: [100] }),
    list(2, freezer, 60, { values: [101] }),
    list(3, meter, 900, { counters: [110] }),
  ])
  expect(points.periodSecondsOf(freezer)).toBe(60)
  expect(points.periodSecondsOf(meter)).toBe(900)
  expect(points.periodSecondsOf(12 as DeviceId)).toBe(300)
  expect([points.shortestPeriodSeconds, points.longestPeriodSeconds]).toEqual([60, 900])
  expect([pointsOf([]).shortestPeriodSeconds, pointsOf([]).longestPeriodSeconds]).toEqual([300, 300])
})

test('a point is found in every list that has it: its values first, then its counters', () => {
  const points = pointsOf([
    list(1, freezer, 60, { values: [102, 100] }),
    list(2, meter, 60, { values: [110], counters: [111, 102] }),
  ])
  const placesOf = (pointId: number, hint = 0) => {
    const first = points.find(pointId as PointId, hint)
    if (first < 0) return []
    return Array.from({ length: points.countAt(first) }, (_, i) => [
      points.listAt(first + i),
      points.placeAt(first + i),
    ])
  }
  expect(placesOf(100)).toEqual([[0, 1]])
  // the third of the second list: one value and one counter come before it
  expect(placesOf(102)).toEqual([
    [0, 0],
    [1, 2],
  ])
  expect(placesOf(111)).toEqual([[1, 1]])
  expect(placesOf(101)).toEqual([])
  // wherever the search starts
  for (const hint of [-1, 0, 1, 2, 3, 4, 99]) expect(placesOf(102, hint)).toEqual(placesOf(102))
})
