import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { epochMs } from '../time/instant'
import { localDate } from '../time/local-date'
import type { Period } from '../time/period'
import { dayPeriod, localDateOf, minuteOfDay } from '../time/store-calendar'
import { unrollCounter } from './counter'
import {
  countDemand,
  type DemandInterval,
  type DemandMinutes,
  demandIntervals,
  intervalAt,
  type MeterTotals,
  NO_DEMAND,
  sumDemand,
  usageOf,
  withinContractShare,
} from './demand'

const MINUTE_MS = 60_000
const at = (text: string) => epochMs(Date.parse(text))
const taipei = (clock: string) => at(`2026-11-20T${clock}+08:00`)
const between = (from: string, to: string): Period => ({ startAt: taipei(from), endAt: taipei(to) })
const meterOf = (
  periodSeconds: number,
  readings: readonly (readonly [ms: number, kwh: number])[],
): MeterTotals => ({
  energy: unrollCounter(
    { timesMs: readings.map(([ms]) => ms), values: readings.map(([, kwh]) => kwh) },
    null,
  ),
  reactive: null,
  periodSeconds,
})
/** Read each minute, half a minute past it, from the first instant up to and past the last, at so many kW. */
const steady = (period: Period, powerKw: number, ...missing: Period[]) => {
  const readings: [number, number][] = []
  for (let ms = period.startAt - 30_000; ms <= period.endAt + 30_000; ms += MINUTE_MS) {
    const isMissing = missing.some((gap) => ms >= gap.startAt && ms < gap.endAt)
    if (!isMissing) readings.push([ms, 5000 + (powerKw * (ms - period.startAt)) / 3_600_000])
  }
  return meterOf(60, readings)
}
const demands = (intervals: readonly DemandInterval[]) =>
  intervals.map(({ demandKw }) => (demandKw === null ? null : Number(demandKw.toFixed(6))))
const demandsOf = (meter: MeterTotals, period: Period, length: DemandMinutes = 15) =>
  demands(demandIntervals(meter, period, length, []))
const interval = (demandKw: number | null): DemandInterval => ({
  startAt: epochMs(0),
  energyKwh: demandKw === null ? null : demandKw / 4,
  reactiveKvarh: null,
  demandKw,
})

test('the energy at a boundary lies on the line between the readings around it', () => {
  // 1000.0 at 10:14:30 and 1002.0 at 10:15:30 make 1001.0 at 10:15:00; 26.0 more half past.
  const meter = meterOf(60, [
    [taipei('10:14:30'), 1000],
    [taipei('10:15:30'), 1002],
    [taipei('10:29:30'), 1025],
    [taipei('10:30:30'), 1029],
  ])
  const [only] = demandIntervals(meter, between('10:15', '10:30'), 15, [])
  expect(only).toEqual({ startAt: taipei('10:15'), energyKwh: 26, reactiveKvarh: null, demandKw: 104 })
})

test('the same energy in thirty minutes is half the demand', () => {
  const meter = meterOf(300, [
    [taipei('10:00'), 0],
    [taipei('10:30'), 26],
  ])
  expect(demandsOf(meter, between('10:00', '10:30'), 30)).toEqual([52])
})

describe('a gap', () => {
  const hour = between('10:00', '11:00')
  test('around a boundary leaves both its intervals without demand', () => {
    expect(demandsOf(steady(hour, 40, between('10:14', '10:17')), hour)).toEqual([null, null, 40, 40])
  })
  test('of two poll periods around a boundary is still bridged', () => {
    // readings 10:14:30 and 10:16:30 remain: 120 s apart
    expect(demandsOf(steady(hour, 40, between('10:15', '10:16')), hour)).toEqual([40, 40, 40, 40])
  })
  test('one second longer is not', () => {
    const readings = [
      [taipei('10:00'), 0],
      [taipei('10:14'), 14],
      [taipei('10:16:01'), 16],
      [taipei('10:30'), 30],
    ] as const
    expect(demandsOf(meterOf(60, readings), between('10:00', '10:30'))).toEqual([null, null])
  })
  test('in the middle of an interval takes nothing away: the counter counted on', () => {
    expect(demandsOf(steady(hour, 40, between('10:17', '10:28')), hour)).toEqual([40, 40, 40, 40])
  })
  test('that ends with a reading exactly at the boundary affects nothing', () => {
    const readings = [
      [taipei('10:00'), 0],
      [taipei('10:15'), 10],
      [taipei('10:30'), 15],
    ] as const
    expect(demandsOf(meterOf(60, readings), between('10:00', '10:30'))).toEqual([40, 20])
  })
})

describe('missing readings are never zero', () => {
  const hour = between('10:00', '11:00')
  test('without any reading there is no demand', () => {
    expect(demandsOf(meterOf(60, []), hour)).toEqual([null, null, null, null])
  })
  test('before the first and after the last reading there is none', () => {
    const meter = steady(between('10:15', '10:45'), 40)
    expect(demandsOf(meter, hour)).toEqual([null, 40, 40, null])
  })
  test('a first interval needs a reading from before it', () => {
    const readings = [
      [taipei('10:00:30'), 0],
      [taipei('10:15'), 10],
    ] as const
    expect(demandsOf(meterOf(60, readings), between('10:00', '10:15'))).toEqual([null])
  })
})

test('a reset counts from zero, a turn goes on', () => {
  const hour = between('10:00', '10:30')
  const readings = { timesMs: [taipei('10:00'), taipei('10:15'), taipei('10:30')], values: [9990, 9995, 5] }
  const meter = (endsAt: number | null): MeterTotals => {
    return { energy: unrollCounter(readings, endsAt), reactive: null, periodSeconds: 900 }
  }
  expect(demandsOf(meter(10_000), hour)).toEqual([20, 40])
  expect(demandsOf(meter(null), hour)).toEqual([20, 20])
})

test('an interval that touches excluded time is not judged', () => {
  const hour = between('10:00', '11:00')
  const excluded = [between('10:20', '10:30'), between('10:44:59', '10:45')]
  const intervals = demandIntervals(steady(hour, 40), hour, 15, excluded)
  expect(demands(intervals)).toEqual([40, null, null, 40])
})

test('an interval that is not over yet is left out', () => {
  const meter = steady(between('10:00', '11:00'), 40)
  expect(demandIntervals(meter, between('10:00', '10:44:59'), 15, []).map(({ startAt }) => startAt)).toEqual([
    taipei('10:00'),
    taipei('10:15'),
  ])
})

describe('reactive energy', () => {
  const hour = between('10:00', '10:30')
  const active = steady(hour, 40)
  test('is counted over the same boundaries', () => {
    const reactive = steady(hour, 30).energy
    const [first] = demandIntervals({ ...active, reactive }, hour, 15, [])
    expect(first?.reactiveKvarh).toBeCloseTo(7.5, 9)
    expect(usageOf(first!)?.energyKwh).toBeCloseTo(10, 9)
  })
  test('that is missing affects the power factor, not the demand', () => {
    const reactive = steady(hour, 30, between('10:14', '10:17')).energy
    const intervals = demandIntervals({ ...active, reactive }, hour, 15, [])
    expect(demands(intervals)).toEqual([40, 40])
    expect(intervals.map(usageOf)).toEqual([null, null])
  })
})

describe('over contract', () => {
  test('98, 102, 118 and 100 kW at a contract of 100: 30 minutes, excess 18 kW; 100 is not over', () => {
    expect(countDemand([98, 102, 118, 100].map(interval), 15, 100)).toEqual({
      known: 4,
      judged: 4,
      over: 2,
      overMinutes: 30,
      excessKw: 18,
      maximumKw: 118,
    })
  })
  test('half-hour intervals count half an hour each', () => {
    expect(countDemand([81, 79].map(interval), 30, 80).overMinutes).toBe(30)
  })
  test('intervals without demand are neither over nor within', () => {
    const counts = countDemand([null, interval(120).demandKw, null, 80].map(interval), 15, 100)
    expect(counts).toMatchObject({ known: 2, judged: 2, over: 1 })
    expect(withinContractShare(counts)).toBe(0.5)
  })
  test('exactly the contract stays within it when interpolation leaves rounding noise', () => {
    expect(countDemand([interval(100.000_000_000_9)], 15, 100).over).toBe(0)
  })
  test('nothing is judged without a contract, and nothing known without readings', () => {
    expect(countDemand([interval(120)], 15, null)).toEqual({ ...NO_DEMAND, known: 1, maximumKw: 120 })
    expect(countDemand([interval(null)], 15, 100)).toEqual(NO_DEMAND)
    expect(withinContractShare(NO_DEMAND)).toBeNull()
  })
  test('a day within the contract has no excess', () => {
    expect(countDemand([interval(80)], 15, 100).excessKw).toBe(0)
  })
  test('the days of a month add up, and its maximum is that of the worst', () => {
    const days = [
      countDemand([98, 102].map(interval), 15, 100),
      countDemand([118, 100].map(interval), 15, 100),
      countDemand([interval(null)], 15, 100),
    ]
    expect(sumDemand(days)).toEqual(countDemand([98, 102, 118, 100].map(interval), 15, 100))
  })
})

// By hand: UTC start and end of the day, hours that the clock on the wall shows in it, and the sum of 10 + hour kW over
// them (an ordinary day has 240 + 276 = 516 kWh).
const wallHours = (...skippedOrTwice: [number, 0 | 2][]) =>
  Array.from({ length: 24 }, (_, hour) =>
    Array.from({ length: skippedOrTwice.find(([which]) => which === hour)?.[1] ?? 1 }, () => hour),
  ).flat()
describe.each([
  ['Europe/Berlin', '2026-03-28', '2026-03-27T23:00Z', '2026-03-28T23:00Z', wallHours(), 516, 96],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00Z', '2026-03-29T22:00Z', wallHours([2, 0]), 504, 92],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00Z', '2026-10-25T23:00Z', wallHours([2, 2]), 528, 100],
  ['America/New_York', '2026-03-08', '2026-03-08T05:00Z', '2026-03-09T04:00Z', wallHours([2, 0]), 504, 92],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00Z', '2026-11-02T05:00Z', wallHours([1, 2]), 527, 100],
  ['Asia/Kolkata', '2026-06-01', '2026-05-31T18:30Z', '2026-06-01T18:30Z', wallHours(), 516, 96],
  ['Asia/Kathmandu', '2026-06-01', '2026-05-31T18:15Z', '2026-06-01T18:15Z', wallHours(), 516, 96],
  ['Pacific/Chatham', '2026-06-01', '2026-05-31T11:15Z', '2026-06-01T11:15Z', wallHours(), 516, 96],
] as const)('%s on %s', (zone, on, startsAt, endsAt, hours, kwh, quarters) => {
  const day = dayPeriod(zone, localDate(on))
  /** Each hour of the wall at 10 + hour kW, read every five minutes, from a quarter before to a quarter after. */
  const readings: [number, number][] = [[at(startsAt) - 15 * MINUTE_MS, -1]]
  let counted = 0
  for (const [index, hour] of hours.entries()) {
    for (let minute = 0; minute < 60; minute += 5) {
      readings.push([at(startsAt) + (60 * index + minute) * MINUTE_MS, counted])
      counted += (10 + hour) / 12
    }
  }
  readings.push([at(endsAt), counted])
  const meter = meterOf(300, readings)

  test(`is cut from ${startsAt} to ${endsAt}`, () => {
    expect(day).toEqual({ startAt: at(startsAt), endAt: at(endsAt) })
  })
  test.each([15, 30] as const)('has its intervals of %d minutes by the clock on the wall', (length) => {
    const intervals = demandIntervals(meter, day, length, [])
    expect(intervals).toHaveLength((quarters * 15) / length)
    expect(intervals[0]?.startAt).toBe(at(startsAt))
    expect(intervals.at(-1)?.startAt).toBe(at(endsAt) - length * MINUTE_MS)
    const perHour = 60 / length
    expect(demands(intervals)).toEqual(
      hours.flatMap((hour) => Array.from({ length: perHour }, () => 10 + hour)),
    )
    for (const { startAt } of intervals) expect(minuteOfDay(zone, startAt) % length).toBe(0)
  })
  test(`used ${kwh} kWh`, () => {
    const sum = demandIntervals(meter, day, 15, []).reduce((all, { energyKwh }) => all + (energyKwh ?? 0), 0)
    expect(sum).toBeCloseTo(kwh, 6)
  })
})

describe('the interval that an instant lies in', () => {
  test.each([
    ['Asia/Taipei', '2026-11-20T10:14:59.999+08:00', 15, '2026-11-20T10:00+08:00'],
    ['Asia/Taipei', '2026-11-20T10:15+08:00', 15, '2026-11-20T10:15+08:00'],
    ['Asia/Tokyo', '2026-11-20T10:45+09:00', 30, '2026-11-20T10:30+09:00'],
    ['Asia/Kathmandu', '2026-06-01T10:29+05:45', 30, '2026-06-01T10:00+05:45'],
    ['Australia/Lord_Howe', '2026-10-04T02:31+11:00', 30, '2026-10-04T02:30+11:00'],
  ] as const)('%s, %s, %d min starts at %s', (zone, instant, length, start) => {
    expect(intervalAt(zone, at(instant), length).startAt).toBe(at(start))
  })
  test('is one of those of its day, whatever the zone and the day', () => {
    const zones = [
      'Europe/Berlin',
      'America/New_York',
      'Asia/Kathmandu',
      'Australia/Lord_Howe',
      'Africa/Cairo',
    ]
    const instants = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2030, 0, 1) })
    fc.assert(
      fc.property(fc.constantFrom(...zones), instants, fc.constantFrom(15, 30), (zone, ms, length) => {
        const found = intervalAt(zone, epochMs(ms), length as DemandMinutes)
        const day = dayPeriod(zone, localDateOf(zone, epochMs(ms)))
        expect((found.startAt - day.startAt) % (length * MINUTE_MS)).toBe(0)
        expect(found.startAt).toBeLessThanOrEqual(ms)
        expect(found.endAt).toBeGreaterThan(ms)
      }),
      { numRuns: 200 },
    )
  })
})

test('the demand of whole intervals is the energy of the day, however it was polled', () => {
  const day = dayPeriod('Asia/Taipei', localDate('2026-11-20'))
  const steps = fc.array(fc.integer({ min: 1, max: 119 }), { minLength: 800, maxLength: 800 })
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 500 }), (gaps, powerKw) => {
      const readings: [number, number][] = []
      let ms = day.startAt - 60_000
      while (ms < day.endAt + 120_000) {
        readings.push([ms, (powerKw * (ms - day.startAt)) / 3_600_000])
        ms += 1000 * (gaps[readings.length % gaps.length] as number)
      }
      for (const demandKw of demandsOf(meterOf(60, readings), day)) expect(demandKw).toBeCloseTo(powerKw, 5)
    }),
    { numRuns: 10 },
  )
})
