import { expect, test } from 'vitest'
import { daysOfMonth, monthsUntil } from './months'

test('months have 28 to 31 days, over the end of a year too', () => {
  expect(['2026-02', '2028-02', '2026-11', '2026-12'].map(daysOfMonth)).toEqual([
    { first: '2026-02-01', last: '2026-02-28' },
    { first: '2028-02-01', last: '2028-02-29' },
    { first: '2026-11-01', last: '2026-11-30' },
    { first: '2026-12-01', last: '2026-12-31' },
  ])
})

test('the month that goes on and the 24 before it are offered, as long as readings are kept, the newest first', () => {
  const months = monthsUntil('2026-02-28')
  expect([months.length, ...months.slice(0, 3), months.at(-1)]).toEqual([
    25,
    '2026-02',
    '2026-01',
    '2025-12',
    '2024-02',
  ])
})
