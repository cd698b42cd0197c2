import { expect, test } from 'vitest'
import { zoneLimits } from '../analysis/zone-limits'
import { hours } from '../time/instant'
import {
  moreUrgent,
  priorities,
  priorityOfHostLost,
  priorityOfLost,
  priorityOfRank,
  priorityOfValue,
  rankOf,
} from './priority'

test('a value is as urgent as the limit that it exceeds', () => {
  // Japan, "4 °C" foods: insured 0 to 4, by law at most 10
  const chilled = zoneLimits('C4', 'JP')
  expect([4, 4.1, 10, 10.1].map((value) => priorityOfValue('high', value, chilled))).toEqual([
    'low',
    'high',
    'high',
    'critical',
  ])
  // below freezing breaks what the insurance promises, and no law covers it
  expect(priorityOfValue('low', -3, chilled)).toBe('high')
  // Taiwan, hot case: insured 65, by law at least 60
  const hot = zoneLimits('HOT', 'TW')
  expect([65, 64.9, 60, 59.9].map((value) => priorityOfValue('low', value, hot))).toEqual([
    'low',
    'high',
    'high',
    'critical',
  ])
  expect(priorityOfValue('high', 500, null)).toBe('low')
})

test('a broken probe leaves food unwatched, a silent device may merely be switched off', () => {
  const limits = zoneLimits('FZ', 'TW')
  expect(priorityOfLost('probe', limits)).toBe('critical')
  expect(priorityOfLost('device', limits)).toBe('high')
  expect(priorityOfLost('probe', null)).toBe('high')
})

test('a terminal that is silent for more than four hours is critical', () => {
  expect(priorityOfHostLost(hours(4))).toBe('high')
  expect(priorityOfHostLost(hours(4) + 1)).toBe('critical')
})

test('priorities only rise, and their digits are 1 to 4', () => {
  expect(moreUrgent('high', 'critical')).toBe('critical')
  expect(moreUrgent('critical', 'low')).toBe('critical')
  expect(moreUrgent('low', 'medium')).toBe('medium')
  expect(priorities.map(rankOf)).toEqual([1, 2, 3, 4])
  expect(priorities.map((priority) => priorityOfRank(rankOf(priority)))).toEqual([...priorities])
})
