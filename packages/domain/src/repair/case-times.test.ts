import { expect, test } from 'vitest'
import { epochMs, later, minutes } from '../time/instant'
import { type CaseCourse, nearestRank, timeFigures } from './case-times'

const REPORTED = epochMs(Date.UTC(2026, 10, 1))
const closedAfter = (after: number | null): CaseCourse => ({
  ...{ reportedAt: REPORTED, acknowledgedAt: null, arrivedAt: null },
  repairedAt: after === null ? null : later(REPORTED, minutes(after)),
})

test('nine of ten cases took no longer than the 90th percentile', () => {
  // ten cases: the ninth of them in order
  const ten = [100, 10, 90, 20, 80, 30, 70, 40, 60, 50].map(closedAfter)
  expect(timeFigures(ten, 'repairedAt')).toEqual({ cases: 10, median: 55, p90: 90 })
  // of eleven the tenth, since nine are less than nine of ten
  expect(timeFigures([...ten, closedAfter(1000)], 'repairedAt')).toEqual({ cases: 11, median: 60, p90: 100 })
  expect(timeFigures([closedAfter(7)], 'repairedAt')).toEqual({ cases: 1, median: 7, p90: 7 })
})

test('cases that have not come so far are left out', () => {
  expect(timeFigures([closedAfter(30), closedAfter(null)], 'repairedAt').cases).toBe(1)
  expect(timeFigures([closedAfter(null)], 'repairedAt')).toEqual({ cases: 0, median: null, p90: null })
  expect(nearestRank([], 0.9)).toBeNull()
})

test('work that was going on when it was reported took no time to arrive', () => {
  const early = { ...closedAfter(null), arrivedAt: later(REPORTED, -minutes(20)) }
  expect(timeFigures([early], 'arrivedAt')).toEqual({ cases: 1, median: 0, p90: 0 })
})
