import { localDate } from '@coldkeep/domain/time/local-date'
import { expect, test } from 'vitest'
import { monthsBefore } from './months'

test('months go back over the turn of a year', () => {
  expect(monthsBefore(localDate('2027-03-31')).slice(0, 4)).toEqual([
    '2027-03',
    '2027-02',
    '2027-01',
    '2026-12',
  ])
})
