import { expect, test } from 'vitest'
import { epochMs } from '../time/instant'
import { quietPeriods } from './quiet-hours'

/** Of the clock in Taipei, eight hours ahead. */
const at = (local: string) => epochMs(Date.parse(`${local}:00+08:00`))
const between = (from: string, to: string) => ({ startAt: at(from), endAt: at(to) })
const day = between('2026-11-20T00:00', '2026-11-21T00:00')
const quietOn = (opensAtMinute: number, closesAtMinute: number, period = day) =>
  quietPeriods('Asia/Taipei', { opensAtMinute, closesAtMinute }, period)

test('a shop of 08:00 to 22:00 is quiet from 01:00, three hours after it has closed, to 08:00', () => {
  expect(quietOn(480, 1320)).toEqual([between('2026-11-20T01:00', '2026-11-20T08:00')])
})

test('24 hours that end at night have parts of two nights', () => {
  expect(quietOn(480, 1320, between('2026-11-19T03:00', '2026-11-20T03:00'))).toEqual([
    between('2026-11-19T03:00', '2026-11-19T08:00'),
    between('2026-11-20T01:00', '2026-11-20T03:00'),
  ])
})

test('a shop that closes early is quiet before midnight too', () => {
  expect(quietOn(540, 1080)).toEqual([
    between('2026-11-20T00:00', '2026-11-20T09:00'),
    between('2026-11-20T21:00', '2026-11-21T00:00'),
  ])
})

test('where a shop closes for less than six hours, or never, 01:00 to 05:00 is quiet', () => {
  const small = [between('2026-11-20T01:00', '2026-11-20T05:00')]
  expect(quietOn(0, 0)).toEqual(small)
  expect(quietOn(300, 1381)).toEqual(small)
  // from 23:00 to 05:00 are six hours
  expect(quietOn(300, 1380)).toEqual([between('2026-11-20T02:00', '2026-11-20T05:00')])
  expect(quietOn(360, 0)).toEqual([between('2026-11-20T03:00', '2026-11-20T06:00')])
})
