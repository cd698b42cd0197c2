import { localDate } from '@coldkeep/domain/time/local-date'
import { expect, test } from 'vitest'
import { daysOfWeek, mondayOf, partsOfDay } from './week'

const at = (text: string) => Date.parse(text)
const shift = (id: number, name: string, from: string, until: string) => ({
  ...{ id: id as never, accountId: id as never, name, from: at(from), until: at(until) },
  ...{ isAvailable: true, isNow: false, mayHandOver: false, revision: 1 },
})

test('a week goes from Monday to Sunday', () => {
  expect(mondayOf('2026-11-29')).toBe('2026-11-23')
  expect(mondayOf('2026-11-23')).toBe('2026-11-23')
  expect(daysOfWeek(localDate('2026-12-28')).at(-1)).toBe('2027-01-03')
})

test('a shift through the night is on both days, cut at midnight of the zone', () => {
  const shifts = [shift(1, 'Kenji', '2026-11-20T12:00Z', '2026-11-21T00:00Z')]
  const gaps = [{ from: at('2026-11-19T16:00Z'), until: at('2026-11-20T12:00Z') }]
  const calendar = { zone: 'Asia/Taipei', shifts, gaps, overlaps: [] }
  const seen = (day: string) =>
    partsOfDay(calendar, localDate(day)).map(({ kind, name, from, until }) => [kind, name, from, until])
  expect(seen('2026-11-20')).toEqual([
    ['gap', '', '00:00', '20:00'],
    ['shift', 'Kenji', '20:00', '24:00'],
  ])
  expect(seen('2026-11-21')).toEqual([['shift', 'Kenji', '00:00', '08:00']])
  expect(seen('2026-11-22')).toEqual([])
})
