import { describe, expect, test } from 'vitest'
import type { Series, Window } from '../points/series'
import { type EpochMs, epochMs, later } from '../time/instant'
import { localDate } from '../time/local-date'
import { lengthMinutes, type Period } from '../time/period'
import { dayPeriod } from '../time/store-calendar'
import { defrostMask, defrostPeriods, inferDefrostPeriods } from './defrost'

const NONE = Number.NaN
const at = (clock: string) => epochMs(Date.parse(`2026-11-20T${clock}:00+08:00`))
const between = (from: string, to: string): Period => ({ startAt: at(from), endAt: at(to) })
const series = (readings: Record<string, number>): Series => ({
  timesMs: Object.keys(readings).map(at),
  values: Object.values(readings),
})
const windowOf = (period: Period, excluded: readonly Period[] = []): Window => ({
  period,
  periodSeconds: 300,
  excluded,
})
const day = dayPeriod('Asia/Taipei', localDate('2026-11-20'))
const wholeDay = windowOf(day)
const clockOf = (instant: EpochMs) => new Date(instant + 8 * 3_600_000).toISOString().slice(11, 16)
const clocks = (periods: readonly Period[]) =>
  periods.map(({ startAt, endAt }) => `${clockOf(startAt)}-${clockOf(endAt)}`)

describe('defrosts are where the defrost point is on', () => {
  test('from the reading that shows it to the reading that no longer does', () => {
    const point = series({ '11:55': 0, '12:00': 1, '12:05': 1, '12:10': 1, '12:15': 1, '12:20': 0 })
    expect(clocks(defrostPeriods(point, wholeDay))).toEqual(['12:00-12:20'])
  })
  test('a single missing poll does not split one, a longer silence does, and unknown is not on', () => {
    const point = series({ '12:00': 1, '12:05': NONE, '12:10': 1, '12:40': 1, '12:45': 0 })
    expect(clocks(defrostPeriods(point, wholeDay))).toEqual(['12:00-12:20', '12:40-12:45'])
  })
  test('the window and excluded time cut them', () => {
    const point = series({ '11:50': 1, '12:00': 1, '12:10': 1, '12:20': 0 })
    const cut = windowOf(between('11:55', '12:15'), [between('12:02', '12:04')])
    expect(clocks(defrostPeriods(point, cut))).toEqual(['11:55-12:02', '12:04-12:15'])
  })
  test('without readings there are none', () => {
    expect(defrostPeriods(series({}), wholeDay)).toEqual([])
    expect(defrostPeriods(series({ '12:00': NONE }), wholeDay)).toEqual([])
  })
})

describe('without a defrost point, a warm coil while the compressor rests shows one', () => {
  const parts = {
    air: series({ '12:00': 3, '12:05': 4, '12:10': 5, '12:15': 5, '12:20': 5 }),
    evaporator: series({ '12:00': -6, '12:05': 5.1, '12:10': 7, '12:15': 6, '12:20': -2 }),
    compressor: series({ '12:00': 1, '12:05': 0, '12:10': 0, '12:15': 0, '12:20': 1 }),
  }
  test('warmer than the air by more than 1 K, with the compressor off', () => {
    // 12:05 by 1.1 K, 12:10 by 2 K, 12:15 by exactly 1 K.
    expect(clocks(inferDefrostPeriods(parts, wholeDay))).toEqual(['12:05-12:15'])
  })
  test('not while the compressor runs or its state is unknown', () => {
    const running = { ...parts, compressor: series({ '12:00': 1, '12:05': 1, '12:10': 1, '12:15': 1 }) }
    expect(inferDefrostPeriods(running, wholeDay)).toEqual([])
    expect(inferDefrostPeriods({ ...parts, compressor: series({}) }, wholeDay)).toEqual([])
  })
  test('not for less than five minutes', () => {
    const minuteByMinute = (lastWarm: number) => ({
      air: series({ '12:00': 3, '12:10': 3 }),
      evaporator: series({ '12:00': 6, [`12:0${lastWarm}`]: 0 }),
      compressor: series({ '12:00': 0, '12:10': 0 }),
    })
    expect(inferDefrostPeriods(minuteByMinute(4), wholeDay)).toEqual([])
    expect(clocks(inferDefrostPeriods(minuteByMinute(5), wholeDay))).toEqual(['12:00-12:05'])
  })
  test('not for more than two hours: a coil that stays warm is not a defrost', () => {
    const warmFor = (hours: number) => {
      const timesMs = Array.from({ length: 12 * hours + 1 }, (_, index) =>
        later(at('12:00'), index * 300_000),
      )
      const last = timesMs.length - 1
      const column = (value: number, end: number): Series => ({
        timesMs,
        values: timesMs.map((_, index) => (index === last ? end : value)),
      })
      return { air: column(-20, -20), evaporator: column(5, -25), compressor: column(0, 1) }
    }
    expect(clocks(inferDefrostPeriods(warmFor(2), wholeDay))).toEqual(['12:00-14:00'])
    expect(inferDefrostPeriods(warmFor(3), wholeDay)).toEqual([])
  })
  test('one that crosses the edge of the window counts, however little of it is inside', () => {
    const cut = windowOf(between('12:12', '13:00'))
    expect(clocks(inferDefrostPeriods(parts, cut))).toEqual(['12:12-12:15'])
  })
})

describe('the air is forgiven during a defrost and while it recovers', () => {
  const band = { setpointC: 2, differentialK: 2 }
  const defrosts = [between('12:00', '12:20')]
  const warm = series({ '12:00': 3, '12:10': 7, '12:20': 9, '12:30': 8, '12:40': 6, '12:50': 6 })

  test('until a reading after its end is within the band', () => {
    const recovers = series({ '12:15': 4, '12:20': 9, '12:35': 4.1, '12:41': 4, '12:45': 3 })
    expect(clocks(defrostMask(defrosts, recovers, [{ fromMs: 0, band }], 'C7', wholeDay))).toEqual([
      '12:00-12:41',
    ])
    expect(
      clocks(defrostMask(defrosts, series({ '12:20': 4 }), [{ fromMs: 0, band }], 'C7', wholeDay)),
    ).toEqual(['12:00-12:20'])
  })
  test('but for 30 minutes after its end at most, 45 where food is frozen', () => {
    expect(clocks(defrostMask(defrosts, warm, [{ fromMs: 0, band }], 'C7', wholeDay))).toEqual([
      '12:00-12:50',
    ])
    expect(clocks(defrostMask(defrosts, warm, [{ fromMs: 0, band }], 'F18', wholeDay))).toEqual([
      '12:00-12:50',
    ])
    expect(clocks(defrostMask(defrosts, warm, [{ fromMs: 0, band }], 'FZ', wholeDay))).toEqual([
      '12:00-13:05',
    ])
    expect(clocks(defrostMask(defrosts, warm, [{ fromMs: 0, band }], 'IC', wholeDay))).toEqual([
      '12:00-13:05',
    ])
  })
  test('air that is not known has not recovered', () => {
    expect(
      clocks(defrostMask(defrosts, series({ '12:25': NONE }), [{ fromMs: 0, band }], 'C7', wholeDay)),
    ).toEqual(['12:00-12:50'])
    expect(clocks(defrostMask(defrosts, series({}), [{ fromMs: 0, band }], 'C7', wholeDay))).toEqual([
      '12:00-12:50',
    ])
  })
  test('and for 60 minutes from its start at most, 90 where food is frozen', () => {
    const long = [between('12:00', '12:50')]
    expect(clocks(defrostMask(long, warm, [{ fromMs: 0, band }], 'C7', wholeDay))).toEqual(['12:00-13:00'])
    expect(clocks(defrostMask(long, warm, [{ fromMs: 0, band }], 'FZ', wholeDay))).toEqual(['12:00-13:30'])
    const endless = [between('12:00', '15:00')]
    expect(clocks(defrostMask(endless, warm, [{ fromMs: 0, band }], 'C7', wholeDay))).toEqual(['12:00-13:00'])
  })
  test('a defrost of the evening before masks the start of the day', () => {
    const late = [{ startAt: later(day.startAt, -20 * 60_000), endAt: later(day.startAt, -5 * 60_000) }]
    expect(clocks(defrostMask(late, warm, [{ fromMs: 0, band }], 'C7', wholeDay))).toEqual(['00:00-00:25'])
  })
  test('a defrost during recovery makes one longer mask', () => {
    const twice = [between('12:00', '12:20'), between('12:40', '12:55')]
    expect(clocks(defrostMask(twice, warm, [{ fromMs: 0, band }], 'C7', wholeDay))).toEqual(['12:00-13:25'])
  })

  const often = (on: Period) =>
    Array.from({ length: 8 }, (_, index) => {
      const startAt = later(on.startAt, index * 3 * 3_600_000)
      return { startAt, endAt: later(startAt, 20 * 60_000) }
    })
  const maskedMinutes = (periods: readonly Period[]) =>
    periods.reduce((sum, period) => sum + lengthMinutes(period), 0)

  test('four electric defrosts of 25 minutes with 40 of recovery are all forgiven: 260 minutes', () => {
    const four = [0, 6, 12, 18].map((hour) => {
      const startAt = later(day.startAt, hour * 3_600_000)
      return { startAt, endAt: later(startAt, 25 * 60_000) }
    })
    const recovers = {
      timesMs: four.flatMap(({ endAt }) => [endAt, later(endAt, 40 * 60_000)]),
      values: four.flatMap(() => [9, 3]),
    }
    expect(maskedMinutes(defrostMask(four, recovers, [{ fromMs: 0, band }], 'FZ', wholeDay))).toBe(260)
  })
  test('a quarter of a day is the maximum: eight times 50 minutes leave 360', () => {
    const masks = defrostMask(often(day), series({}), [{ fromMs: 0, band }], 'C7', wholeDay)
    expect(maskedMinutes(masks)).toBe(360)
    expect(clocks(masks).slice(-2)).toEqual(['18:00-18:50', '21:00-21:10'])
  })
  test('days of summer-time change have 345 and 375 of them, a day that is not over has 360', () => {
    const masked = (on: Period) =>
      maskedMinutes(defrostMask(often(on), series({}), [{ fromMs: 0, band }], 'C7', windowOf(on)))
    expect(masked(dayPeriod('Europe/Berlin', localDate('2026-03-29')))).toBe(345)
    expect(masked(dayPeriod('Europe/Berlin', localDate('2026-10-25')))).toBe(375)
    expect(masked({ ...day, endAt: at('18:00') })).toBe(300)
    expect(masked({ ...day, endAt: at('06:30') })).toBe(130)
  })
  test('excluded time is not masked and does not use up the quarter', () => {
    const maintenance = [between('00:00', '00:30')]
    const masks = defrostMask(often(day), series({}), [{ fromMs: 0, band }], 'C7', windowOf(day, maintenance))
    expect(clocks(masks)[0]).toBe('00:30-00:50')
    expect(maskedMinutes(masks)).toBe(360)
  })
})
