import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { epochMs } from '../time/instant'
import { localDate } from '../time/local-date'
import { dayPeriod, minuteOfDay } from '../time/store-calendar'
import { openMinutes, openPeriods } from './opening-hours'

const open = (from: string, to: string) => {
  const minute = (clock: string) => 60 * Number(clock.slice(0, 2)) + Number(clock.slice(3))
  return { opensAtMinute: minute(from), closesAtMinute: minute(to) }
}
const day = (zone: string, on: string) => dayPeriod(zone, localDate(on))
const hoursOpen = (zone: string, on: string, from: string, to: string) =>
  openMinutes(zone, open(from, to), day(zone, on)) / 60
const at = (text: string) => epochMs(Date.parse(text))

describe('an ordinary day', () => {
  test.each([
    ['07:00', '23:00', 16],
    ['00:00', '00:00', 24],
    ['09:30', '09:30', 24],
    ['07:00', '24:00', 17],
    ['07:00', '00:00', 17],
    ['00:00', '24:00', 24],
    ['18:00', '02:30', 8.5],
    ['00:00', '06:00', 6],
  ])('from %s to %s is open %d hours', (from, to, hours) => {
    expect(hoursOpen('Asia/Taipei', '2026-11-20', from, to)).toBe(hours)
  })
})

// Berlin: 02:00 becomes 03:00 on 29 March 2026, 03:00 becomes 02:00 on 25 October. New York: 8 March, 1 November.
describe('a day of summer-time change', () => {
  test.each([
    ['Europe/Berlin', '2026-03-29', '00:00', '00:00', 23],
    ['Europe/Berlin', '2026-10-25', '00:00', '00:00', 25],
    ['Europe/Berlin', '2026-03-29', '07:00', '23:00', 16],
    ['Europe/Berlin', '2026-10-25', '07:00', '23:00', 16],
    ['Europe/Berlin', '2026-03-29', '22:00', '04:00', 5],
    ['Europe/Berlin', '2026-10-25', '22:00', '04:00', 7],
    // opening at a time that is skipped begins with the change, closing at one ends with it
    ['Europe/Berlin', '2026-03-29', '02:30', '10:00', 7],
    ['Europe/Berlin', '2026-03-29', '00:00', '02:30', 2],
    // a time that occurs twice counts twice
    ['Europe/Berlin', '2026-10-25', '02:30', '10:00', 8],
    ['Europe/Berlin', '2026-10-25', '00:00', '02:30', 3],
    ['America/New_York', '2026-03-08', '00:00', '00:00', 23],
    ['America/New_York', '2026-11-01', '00:00', '00:00', 25],
    ['America/New_York', '2026-03-08', '20:00', '06:00', 9],
    ['America/New_York', '2026-11-01', '20:00', '06:00', 11],
    // midnight itself is skipped: the day starts at one o’clock
    ['Africa/Cairo', '2023-04-28', '00:00', '06:00', 5],
    ['Australia/Lord_Howe', '2026-10-04', '00:00', '06:00', 5.5],
  ])('%s, %s, open from %s to %s has %d hours', (zone, on, from, to, hours) => {
    expect(hoursOpen(zone, on, from, to)).toBe(hours)
  })
})

test('past midnight the opening belongs to both days and is one stretch', () => {
  const period = { startAt: at('2026-11-20T12:00:00+08:00'), endAt: at('2026-11-21T12:00:00+08:00') }
  expect(openPeriods('Asia/Taipei', open('18:00', '02:00'), period)).toEqual([
    { startAt: at('2026-11-20T18:00:00+08:00'), endAt: at('2026-11-21T02:00:00+08:00') },
  ])
})

test('a period clips the opening hours, to the second, and may contain none', () => {
  const period = { startAt: at('2026-11-20T22:59:30+05:45'), endAt: at('2026-11-21T06:00:00+05:45') }
  expect(openMinutes('Asia/Kathmandu', open('07:00', '23:00'), period)).toBe(0.5)
  expect(openMinutes('Asia/Kathmandu', open('08:00', '09:00'), period)).toBe(0)
  expect(openPeriods('Asia/Kathmandu', open('00:00', '00:00'), { ...period, endAt: period.startAt })).toEqual(
    [],
  )
})

test('every minute of any day is open exactly when the clock on the wall says so', () => {
  const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Chatham', 'America/Havana']
  const days = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-09-27', '2026-10-25', '2026-11-01']
  const minute = fc.integer({ min: 0, max: 1439 })
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.constantFrom(...days),
      minute,
      minute,
      (zone, on, opens, closes) => {
        const whole = day(zone, on)
        const isOpen = (wall: number) => {
          if (opens === closes) return true
          return opens < closes ? wall >= opens && wall < closes : wall >= opens || wall < closes
        }
        let minutes = 0
        for (let ms: number = whole.startAt; ms < whole.endAt; ms += 60_000) {
          if (isOpen(minuteOfDay(zone, epochMs(ms)))) minutes++
        }
        expect(openMinutes(zone, { opensAtMinute: opens, closesAtMinute: closes }, whole)).toBe(minutes)
      },
    ),
    { numRuns: 60 },
  )
})
