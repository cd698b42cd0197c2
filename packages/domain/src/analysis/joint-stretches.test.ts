import { expect, test } from 'vitest'
import type { Series } from '../points/series'
import { forEachJointStretch } from './joint-stretches'

const NONE = Number.NaN
const MINUTE_MS = 60_000
/** Readings by the minute after an origin. */
const series = (readings: Record<number, number>): Series => ({
  timesMs: Object.keys(readings).map((minute) => Number(minute) * MINUTE_MS),
  values: Object.values(readings),
})
const stretchesOf = (...points: Series[]) => {
  const found: [number, number, ...number[]][] = []
  forEachJointStretch(points, 300, (from, to, values) =>
    found.push([from / MINUTE_MS, to / MINUTE_MS, ...values]),
  )
  return found
}

test('time is cut wherever one of the points changes, and each holds one value in between', () => {
  expect(stretchesOf(series({ 0: 1, 5: 2 }), series({ 3: 7 }))).toEqual([
    [0, 3, 1, NONE],
    [3, 5, 1, 7],
    [5, 13, 2, 7],
    [13, 15, 2, NONE],
  ])
})

test('where no point is known, the stretch is visited without values', () => {
  expect(stretchesOf(series({ 0: 1, 20: NONE, 30: 2 }), series({}))).toEqual([
    [0, 10, 1, NONE],
    [10, 30, NONE, NONE],
    [30, 40, 2, NONE],
  ])
})

test('without a reading there is nothing to visit', () => {
  expect(stretchesOf()).toEqual([])
  expect(stretchesOf(series({}), series({ 4: NONE }))).toEqual([])
})
