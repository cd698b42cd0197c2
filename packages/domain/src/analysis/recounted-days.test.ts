import { expect, test } from 'vitest'
import { epochMs, minutes, seconds } from '../time/instant'
import { daysOfLateCycle, daysToRecount } from './recounted-days'

// midnight of the store is 16:00 UTC of the day before
const at = (clock: string, day = '2026-11-20') => epochMs(Date.parse(`${day}T${clock}Z`) - minutes(8 * 60))
const ZONE = 'Asia/Taipei'
const periods = (...lengths: number[]) => new Set(lengths.map(seconds))

test('a cycle is late once its slot and two poll periods are over', () => {
  // slot 12:00 to 12:05, counted from 12:15 on
  expect(daysOfLateCycle(ZONE, at('12:02'), periods(300), at('12:14:59'))).toEqual([])
  expect(daysOfLateCycle(ZONE, at('12:02'), periods(300), at('12:15'))).toEqual(['2026-11-20'])
})

test('a slot belongs to the day in which it begins', () => {
  // slots of a day begin at midnight UTC, which is 08:00 of the store; this one is counted from 08:00 of the 22nd on
  const days = (now: string) =>
    daysOfLateCycle(ZONE, at('00:02'), periods(300, 86_400), at(now, '2026-11-22'))
  expect(days('07:59')).toEqual(['2026-11-20'])
  expect(days('08:00')).toEqual(['2026-11-20', '2026-11-19'])
})

test('a minute reported afterwards reaches back by the longest period', () => {
  const devices = { zone: ZONE, shortestPeriodSeconds: 60, longestPeriodSeconds: 300 }
  expect(daysToRecount(devices, at('00:02'), at('00:03:59'))).toEqual([])
  expect(daysToRecount(devices, at('00:02'), at('00:04'))).toEqual(['2026-11-20', '2026-11-19'])
  expect(daysToRecount(devices, at('00:06'), at('00:30'))).toEqual(['2026-11-20', '2026-11-20'])
})
