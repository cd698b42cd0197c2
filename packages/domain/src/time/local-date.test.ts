import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  compareDates,
  datesFrom,
  dayOfWeek,
  daysBetween,
  isLocalDate,
  type LocalDate,
  localDate,
} from './local-date'

test.each(['2026-02-29', '2026-13-01', '2026-1-1', '2026-11-20T00:00', '', 'today'])(
  '%o is not a day',
  (text) => {
    expect(isLocalDate(text)).toBe(false)
    expect(() => localDate(text)).toThrow(RangeError)
  },
)

test('a leap day is a day', () => {
  expect(isLocalDate('2028-02-29')).toBe(true)
})

test.each([
  ['2026-12-31', 1, '2027-01-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-03-01', -1, '2026-02-28'],
  ['2026-11-20', 0, '2026-11-20'],
  ['2026-11-20', 15, '2026-12-05'],
])('%s and %d days is %s', (from, count, to) => {
  expect(addDays(localDate(from), count)).toBe(to)
  expect(daysBetween(localDate(from), localDate(to))).toBe(count)
})

test('the twentieth of November 2026 is a Friday, and the week goes on', () => {
  expect(dayOfWeek(localDate('2026-11-20'))).toBe(5)
  expect(dayOfWeek(localDate('2026-11-22'))).toBe(7)
  expect(dayOfWeek(localDate('2026-11-23'))).toBe(1)
  expect(dayOfWeek(localDate('1969-12-31'))).toBe(3)
})

test('days sort as their texts do', () => {
  const days = ['2026-12-01', '2025-12-31', '2026-02-01'].map(localDate)
  expect([...days].sort(compareDates)).toEqual(['2025-12-31', '2026-02-01', '2026-12-01'])
  expect(compareDates(days[0] as LocalDate, days[0] as LocalDate)).toBe(0)
})

test('a range of days includes both ends, and is empty when reversed', () => {
  const [first, last] = [localDate('2026-02-27'), localDate('2026-03-01')]
  expect(datesFrom(first, last)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  expect(datesFrom(last, first)).toEqual([])
})

test('going there and back ends on the same day', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 40_000 }),
      fc.integer({ min: -4000, max: 4000 }),
      (start, count) => {
        const on = addDays(localDate('1970-01-01'), start)
        expect(addDays(addDays(on, count), -count)).toBe(on)
        expect(dayOfWeek(addDays(on, 7 * count))).toBe(dayOfWeek(on))
      },
    ),
  )
})
