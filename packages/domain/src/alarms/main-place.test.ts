import { expect, test } from 'vitest'
import type { DepartmentId } from '../ids'
import { mainPlace } from './main-place'

const path = (...ids: number[]) => ids as DepartmentId[]
const company = 1 as DepartmentId

test('most alarms are in the smallest department that holds more than half of them', () => {
  // 11 in all: 7 below 2, of these 6 below 20 and 4 in 200, which is less than half.
  const counts = [
    { path: path(1, 2, 20, 200), alarms: 4 },
    { path: path(1, 2, 20, 201), alarms: 2 },
    { path: path(1, 2, 21), alarms: 1 },
    { path: path(1, 3), alarms: 4 },
  ]
  expect(mainPlace(company, counts)).toEqual({ path: path(1, 2, 20), alarms: 6 })
})

test('exactly half is not most', () => {
  const counts = [
    { path: path(1, 2), alarms: 5 },
    { path: path(1, 3), alarms: 5 },
  ]
  expect(mainPlace(company, counts)).toBeNull()
})

test('the main place is never the requested department itself', () => {
  expect(mainPlace(2 as DepartmentId, [{ path: path(1, 2), alarms: 12 }])).toBeNull()
  expect(mainPlace(company, [])).toBeNull()
})
