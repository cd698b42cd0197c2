import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type EpochMs, epochMs } from './instant'
import { addDays, localDate } from './local-date'
import { contains, lengthMinutes } from './period'
import {
  dayPeriod,
  dayStarts,
  instantOf,
  isZone,
  localDateOf,
  minuteOfDay,
  offsetMinutes,
  weekPeriod,
} from './store-calendar'

const at = (iso: string): EpochMs => epochMs(Date.parse(iso))
const zones = [
  'Asia/Taipei',
  'Asia/Tokyo',
  'America/New_York',
  'Europe/Berlin',
  'Africa/Cairo',
  'America/Havana',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'UTC',
]

test('a day in Taipei starts eight hours before the day in Greenwich', () => {
  expect(dayPeriod('Asia/Taipei', localDate('2026-11-20'))).toEqual({
    startAt: at('2026-11-19T16:00:00Z'),
    endAt: at('2026-11-20T16:00:00Z'),
  })
})

describe('days of summer-time change', () => {
  // Dates of the changes as published in the time zone database.
  test.each([
    ['America/New_York', '2026-03-08', 23, '2026-03-08T05:00:00Z'],
    ['America/New_York', '2026-11-01', 25, '2026-11-01T04:00:00Z'],
    ['Europe/Berlin', '2026-03-29', 23, '2026-03-28T23:00:00Z'],
    ['Europe/Berlin', '2026-10-25', 25, '2026-10-24T22:00:00Z'],
    ['Europe/Berlin', '2026-10-26', 24, '2026-10-25T23:00:00Z'],
    ['Africa/Cairo', '2023-04-28', 23, '2023-04-27T22:00:00Z'],
    ['America/Havana', '2023-11-05', 25, '2023-11-05T04:00:00Z'],
    ['Australia/Lord_Howe', '2026-10-04', 23.5, '2026-10-03T13:30:00Z'],
    ['Asia/Taipei', '2026-03-29', 24, '2026-03-28T16:00:00Z'],
  ])('in %s the day %s has %d hours', (zone, on, hours, start) => {
    const day = dayPeriod(zone, localDate(on))
    expect(lengthMinutes(day)).toBe(60 * hours)
    expect(day.startAt).toBe(at(start))
  })

  test('where midnight is skipped the day starts at one o’clock', () => {
    expect(minuteOfDay('Africa/Cairo', dayPeriod('Africa/Cairo', localDate('2023-04-28')).startAt)).toBe(60)
  })

  test('a week with a change is an hour shorter or longer', () => {
    expect(lengthMinutes(weekPeriod('Europe/Berlin', localDate('2026-03-25')))).toBe(7 * 1440 - 60)
    expect(lengthMinutes(weekPeriod('Europe/Berlin', localDate('2026-10-25')))).toBe(7 * 1440 + 60)
  })
})

test('a week goes from Monday to Sunday', () => {
  const week = weekPeriod('Asia/Tokyo', localDate('2026-11-20'))
  expect(localDateOf('Asia/Tokyo', week.startAt)).toBe('2026-11-16')
  expect(localDateOf('Asia/Tokyo', week.endAt)).toBe('2026-11-23')
  expect(weekPeriod('Asia/Tokyo', localDate('2026-11-22'))).toEqual(week)
})

test('the wall clock is read to the minute', () => {
  expect(minuteOfDay('Asia/Tokyo', at('2026-11-20T14:59:59.999Z'))).toBe(1439)
  expect(minuteOfDay('Asia/Tokyo', at('2026-11-20T15:00:00Z'))).toBe(0)
  expect(minuteOfDay('Asia/Kolkata', at('2026-11-20T00:00:30Z'))).toBe(330)
  expect(offsetMinutes('America/New_York', at('2026-11-20T00:00:00Z'))).toBe(-300)
  expect(offsetMinutes('America/New_York', at('2026-11-01T05:59:59Z'))).toBe(-240)
  expect(offsetMinutes('America/New_York', at('2026-11-01T06:00:00Z'))).toBe(-300)
})

test('before 1970 too the date is local', () => {
  expect(localDateOf('Asia/Tokyo', at('1969-12-31T14:59:59.500Z'))).toBe('1969-12-31')
})

test('days follow each other without gaps, and each instant is in the day of the local calendar', () => {
  const instants = fc.integer({ min: Date.UTC(2015, 0, 1), max: Date.UTC(2035, 0, 1) })
  fc.assert(
    fc.property(fc.constantFrom(...zones), instants, (zone, ms) => {
      const on = localDateOf(zone, epochMs(ms))
      const day = dayPeriod(zone, on)
      expect(contains(day, epochMs(ms))).toBe(true)
      expect(dayPeriod(zone, addDays(on, 1)).startAt).toBe(day.endAt)
      expect(localDateOf(zone, day.startAt)).toBe(on)
      expect(localDateOf(zone, epochMs(day.endAt - 1))).toBe(on)
    }),
    { numRuns: 500 },
  )
})

test('the starts of days are those of each day and the end of the last', () => {
  const starts = dayStarts('Europe/Berlin', localDate('2026-10-24'), localDate('2026-10-25'))
  expect(starts).toEqual([at('2026-10-23T22:00:00Z'), at('2026-10-24T22:00:00Z'), at('2026-10-25T23:00:00Z')])
})

test('an unknown zone is distinguished from a known one', () => {
  expect(isZone('Asia/Taipei')).toBe(true)
  expect(isZone('Asia/Atlantis')).toBe(false)
  expect(() => dayPeriod('Asia/Atlantis', localDate('2026-01-01'))).toThrow(RangeError)
})

test.each([
  ['Asia/Taipei', '2026-11-20T12:30:15', '2026-11-20T04:30:15Z'],
  // clocks of New York: at 02:00 on March 8th they go to 03:00, at 02:00 on November 1st back to 01:00
  ['America/New_York', '2026-03-08T01:59:59', '2026-03-08T06:59:59Z'],
  ['America/New_York', '2026-03-08T02:30:00', '2026-03-08T07:30:00Z'],
  ['America/New_York', '2026-03-08T03:00:00', '2026-03-08T07:00:00Z'],
  ['America/New_York', '2026-11-01T01:30:00', '2026-11-01T05:30:00Z'],
  ['America/New_York', '2026-11-01T02:00:00', '2026-11-01T07:00:00Z'],
])('the clock of %s shows %s at %s', (zone, local, expected) => {
  expect(instantOf(zone, Date.parse(`${local}Z`))).toBe(at(expected))
})
