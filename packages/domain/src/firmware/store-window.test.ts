import { expect, test } from 'vitest'
import { type EpochMs, epochMs } from '../time/instant'
import {
  ALL_DAY,
  type InstallWindow,
  mayInstall,
  mayPostpone,
  NO_WISH,
  nextWindow,
  postpone,
  readWindow,
} from './store-window'

const at = (text: string) => epochMs(Date.parse(text))
const night = of('01:00', '05:00')
const overMidnight = of('22:30', '04:00')

function of(from: string, until: string): InstallWindow {
  const read = readWindow([from, until])
  if (!read.ok) throw new Error(read.problem)
  return read.value
}

const window = (hours: InstallWindow, zone: string, now: string) => {
  const { startAt, endAt } = nextWindow(hours, zone, NO_WISH, at(now))
  return [new Date(startAt).toISOString(), new Date(endAt).toISOString()].map((text) =>
    text.replace('.000', ''),
  )
}

test.each([
  // Tokyo is nine hours ahead: 01:00 to 05:00 are 16:00 to 20:00 of the day before
  ['Asia/Tokyo', '2026-11-20T15:59:59Z', '2026-11-20T16:00:00Z', '2026-11-20T20:00:00Z'],
  ['Asia/Tokyo', '2026-11-20T16:00:00Z', '2026-11-20T16:00:00Z', '2026-11-20T20:00:00Z'],
  ['Asia/Tokyo', '2026-11-20T19:59:59Z', '2026-11-20T19:59:59Z', '2026-11-20T20:00:00Z'],
  ['Asia/Tokyo', '2026-11-20T20:00:00Z', '2026-11-21T16:00:00Z', '2026-11-21T20:00:00Z'],
  // New York, five hours behind, four in summer
  ['America/New_York', '2026-11-20T00:00:00Z', '2026-11-20T06:00:00Z', '2026-11-20T10:00:00Z'],
  ['America/New_York', '2026-07-01T00:00:00Z', '2026-07-01T05:00:00Z', '2026-07-01T09:00:00Z'],
  // at 02:00 on March 8th the clock goes to 03:00: three hours from 06:00 to 09:00
  ['America/New_York', '2026-03-08T05:00:00Z', '2026-03-08T06:00:00Z', '2026-03-08T09:00:00Z'],
])('in %s at %s the window is from %s to %s', (zone, now, startAt, endAt) => {
  expect(window(night, zone, now)).toEqual([startAt, endAt])
})

test('where the clock goes back the window opens twice as the clock shows it', () => {
  // New York, November 1st: 01:00 at 05:00 and, after 02:00, at 06:00 again; 05:00 at 10:00. The clock goes on through 01:00.
  expect(window(night, 'America/New_York', '2026-11-01T00:00:00Z')).toEqual([
    '2026-11-01T05:00:00Z',
    '2026-11-01T10:00:00Z',
  ])
  const short = of('01:00', '01:30')
  expect(window(short, 'America/New_York', '2026-11-01T00:00:00Z')).toEqual([
    '2026-11-01T05:00:00Z',
    '2026-11-01T05:30:00Z',
  ])
  expect(window(short, 'America/New_York', '2026-11-01T05:30:00Z')).toEqual([
    '2026-11-01T06:00:00Z',
    '2026-11-01T06:30:00Z',
  ])
})

test('a window that the clock skips is that of the next day, and one that it cuts begins late', () => {
  // March 8th has no time from 02:00 to 03:00
  expect(window(of('02:10', '02:40'), 'America/New_York', '2026-03-08T05:00:00Z')).toEqual([
    '2026-03-09T06:10:00Z',
    '2026-03-09T06:40:00Z',
  ])
  expect(window(of('02:30', '05:00'), 'America/New_York', '2026-03-08T05:00:00Z')).toEqual([
    '2026-03-08T07:00:00Z',
    '2026-03-08T09:00:00Z',
  ])
})

test('a window may pass midnight', () => {
  // Berlin, one hour ahead: 22:30 to 04:00 are 21:30 to 03:00
  expect(window(overMidnight, 'Europe/Berlin', '2026-11-20T12:00:00Z')).toEqual([
    '2026-11-20T21:30:00Z',
    '2026-11-21T03:00:00Z',
  ])
  expect(window(overMidnight, 'Europe/Berlin', '2026-11-21T02:00:00Z')).toEqual([
    '2026-11-21T02:00:00Z',
    '2026-11-21T03:00:00Z',
  ])
  // on October 25th the clock goes back at 03:00: an hour more
  expect(window(overMidnight, 'Europe/Berlin', '2026-10-24T12:00:00Z')).toEqual([
    '2026-10-24T20:30:00Z',
    '2026-10-25T03:00:00Z',
  ])
})

test('a window from a time to the same is always open', () => {
  expect(mayInstall(of('00:00', '00:00'), 'Asia/Tokyo', NO_WISH, at('2026-11-20T03:00:00Z'))).toBe(true)
  expect(mayInstall(night, 'Asia/Tokyo', NO_WISH, at('2026-11-20T03:00:00Z'))).toBe(false)
})

test('"not today" holds for one window, twice, and then the window wins', () => {
  const postponed = (consent: typeof NO_WISH, now: EpochMs) => postpone(night, 'Asia/Tokyo', consent, now)
  const noon = at('2026-11-20T03:00:00Z')
  const first = postponed(NO_WISH, noon)
  expect(first).toEqual({ ok: true, value: { postponed: 1, notBefore: at('2026-11-20T20:00:00Z') } })
  if (!first.ok) return
  // the same wish twice
  expect(postponed(first.value, at('2026-11-20T17:00:00Z'))).toEqual(first)
  const mayStart = (consent: typeof NO_WISH, now: string) => mayInstall(night, 'Asia/Tokyo', consent, at(now))
  expect(mayStart(first.value, '2026-11-20T17:00:00Z')).toBe(false)
  expect(mayStart(first.value, '2026-11-21T16:00:00Z')).toBe(true)
  // within the next window: the rest of it passes
  const second = postponed(first.value, at('2026-11-21T17:00:00Z'))
  expect(second).toEqual({ ok: true, value: { postponed: 2, notBefore: at('2026-11-21T20:00:00Z') } })
  if (!second.ok) return
  expect(postponed(second.value, at('2026-11-22T03:00:00Z'))).toEqual({ ok: false, problem: 'E_WINDOW' })
  expect(mayStart(second.value, '2026-11-22T16:00:00Z')).toBe(true)
})

test('where it is always open, "not today" holds until the day of the store ends', () => {
  // 12:00 in Tokyo; its midnight is 15:00 UTC
  const noon = at('2026-11-20T03:00:00Z')
  expect(postpone(ALL_DAY, 'Asia/Tokyo', NO_WISH, noon)).toEqual({
    ok: true,
    value: { postponed: 1, notBefore: at('2026-11-20T15:00:00Z') },
  })
  // New York, November 1st: a day of 25 hours, from 04:00 to 05:00 UTC
  expect(window(ALL_DAY, 'America/New_York', '2026-11-01T04:00:00Z')).toEqual([
    '2026-11-01T04:00:00Z',
    '2026-11-02T05:00:00Z',
  ])
})

test('whether another "not today" changes anything', () => {
  const [now, tomorrow] = [at('2026-11-20T03:00:00Z'), at('2026-11-21T03:00:00Z')]
  expect(mayPostpone(NO_WISH, now)).toBe(true)
  expect(mayPostpone({ postponed: 1, notBefore: tomorrow }, now)).toBe(false)
  expect(mayPostpone({ postponed: 1, notBefore: now }, now)).toBe(true)
  expect(mayPostpone({ postponed: 2, notBefore: now }, tomorrow)).toBe(false)
})

test.each([
  ['1:00', '05:00'],
  ['01:00', '24:00'],
  ['01:60', '05:00'],
  ['', '05:00'],
  ['01:00', '05:00 '],
])('%j to %j is no window', (from, until) => {
  expect(readWindow([from, until])).toEqual({ ok: false, problem: 'E_FORM' })
})
