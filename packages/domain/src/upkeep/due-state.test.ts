import { expect, test } from 'vitest'
import { localDate } from '../time/local-date'
import { dueState } from './due-state'
import { upkeepFault } from './upkeep-plan'

const stateOn = (today: string, graceDays = 0) =>
  dueState(localDate('2026-11-20'), graceDays, localDate(today))

test('work is due soon within seven days, and overdue from the day after', () => {
  expect(stateOn('2026-11-12')).toBe('later')
  expect(stateOn('2026-11-13')).toBe('soon')
  expect(stateOn('2026-11-20')).toBe('soon')
  expect(stateOn('2026-11-21')).toBe('overdue')
})

test('days of grace pass before it is overdue', () => {
  expect(stateOn('2026-11-23', 3)).toBe('soon')
  expect(stateOn('2026-11-24', 3)).toBe('overdue')
})

test('a cycle is at least one day and at most ten years', () => {
  expect(upkeepFault({ every: 0, unit: 'day' }, 0)).toBe('cycle_range')
  expect(upkeepFault({ every: -3, unit: 'week' }, 0)).toBe('cycle_range')
  expect(upkeepFault({ every: 1.5, unit: 'month' }, 0)).toBe('cycle_range')
  expect(upkeepFault({ every: Number.NaN, unit: 'day' }, 0)).toBe('cycle_range')
  expect(upkeepFault({ every: 120, unit: 'month' }, 0)).toBeNull()
  expect(upkeepFault({ every: 121, unit: 'month' }, 0)).toBe('cycle_range')
  expect(upkeepFault({ every: 3_650, unit: 'day' }, 0)).toBeNull()
  expect(upkeepFault({ every: 50_000, unit: 'running_hour' }, 90)).toBeNull()
  expect(upkeepFault({ every: 50_001, unit: 'running_hour' }, 0)).toBe('cycle_range')
})

test('grace ends before the work is due again', () => {
  expect(upkeepFault({ every: 1, unit: 'day' }, 0)).toBeNull()
  expect(upkeepFault({ every: 1, unit: 'day' }, 1)).toBe('grace_range')
  expect(upkeepFault({ every: 1, unit: 'week' }, 6)).toBeNull()
  expect(upkeepFault({ every: 1, unit: 'week' }, 7)).toBe('grace_range')
  expect(upkeepFault({ every: 1, unit: 'month' }, 28)).toBe('grace_range')
  expect(upkeepFault({ every: 12, unit: 'month' }, 90)).toBeNull()
  expect(upkeepFault({ every: 12, unit: 'month' }, 91)).toBe('grace_range')
  expect(upkeepFault({ every: 2, unit: 'week' }, -1)).toBe('grace_range')
  // 100 hours are five days at least
  expect(upkeepFault({ every: 100, unit: 'running_hour' }, 4)).toBeNull()
  expect(upkeepFault({ every: 100, unit: 'running_hour' }, 5)).toBe('grace_range')
})
