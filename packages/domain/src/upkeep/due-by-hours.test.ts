import { expect, test } from 'vitest'
import { addDays, localDate } from '../time/local-date'
import { dueByHours } from './due-by-hours'

const first = localDate('2026-11-01')
const days = (...hours: number[]) => hours.map((each, index) => ({ on: addDays(first, index), hours: each }))

test('work is due on the day on which the hours are reached', () => {
  // 8, 18, 30
  expect(dueByHours(30, days(8, 10, 12, 12))).toBe('2026-11-03')
  expect(dueByHours(30.5, days(8, 10, 12, 12))).toBe('2026-11-04')
})

test('until then the last days say when that will be', () => {
  // 30 of 100 hours in three days, ten a day: seven more days
  expect(dueByHours(100, days(8, 10, 12))).toBe('2026-11-10')
  expect(dueByHours(101, days(8, 10, 12))).toBe('2026-11-11')
  // of 30 days the last 28: two of 24 hours, 28 of 5; 188 of 200 hours, 12 left at 5 a day
  expect(dueByHours(200, days(24, 24, ...Array.from({ length: 28 }, () => 5)))).toBe('2026-12-03')
})

test('too few days, and a device that stands still, say nothing', () => {
  expect(dueByHours(100, [])).toBeNull()
  expect(dueByHours(100, days(10, 10))).toBeNull()
  expect(dueByHours(100, days(0, 0, 0, 0))).toBeNull()
  expect(dueByHours(50_000, days(1, 1, 1))).toBeNull()
})
