import { describe, expect, test } from 'vitest'
import { type EpochMs, epochMs } from '../time/instant'
import { addDays, localDate } from '../time/local-date'
import type { Period } from '../time/period'
import { dayPeriod } from '../time/store-calendar'
import { unrollCounter } from './counter'
import { demandIntervals } from './demand'
import { type EnergyDay, energyDayOf } from './energy-day'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const allDay = { opensAtMinute: 0, closesAtMinute: 0 }
interface Case {
  zone?: string
  on?: string
  hours?: { opensAtMinute: number; closesAtMinute: number }
  /** kW at an instant. */
  powerKw?: number
  reactiveKw?: number | null
  /** The energy counter has no reading before. */
  energyFrom?: string
  missing?: readonly (readonly [from: string, to: string])[]
  until?: string
  excluded?: readonly Period[]
}

/** A meter read every five minutes from a day before to an hour after the day, except for the gaps. */
function dayOf(given: Case = {}): EnergyDay {
  const { zone = 'Asia/Taipei', on = '2026-11-20', powerKw = 40, reactiveKw = null, excluded = [] } = given
  const day = dayPeriod(zone, localDate(on))
  const until = given.until === undefined ? day.endAt : at(given.until)
  const gaps = (given.missing ?? []).map(([from, to]) => ({ startAt: at(from), endAt: at(to) }))
  const timesMs: number[] = []
  const readTo = given.until === undefined ? day.endAt + HOUR_MS : until
  for (let ms = day.startAt - 24 * HOUR_MS; ms < readTo; ms += 5 * MINUTE_MS) {
    if (!gaps.some((gap) => ms >= gap.startAt && ms < gap.endAt)) timesMs.push(ms)
  }
  const energyFrom = given.energyFrom === undefined ? Number.NEGATIVE_INFINITY : at(given.energyFrom)
  const countedAt = (kw: number, from = Number.NEGATIVE_INFINITY) => ({
    timesMs,
    values: timesMs.map((ms) => (ms < from ? Number.NaN : 7000 + (kw * (ms - day.startAt)) / HOUR_MS)),
  })
  const readings = countedAt(powerKw, energyFrom)
  const reactive = reactiveKw === null ? null : unrollCounter(countedAt(reactiveKw), null)
  const meter = { energy: unrollCounter(readings, null), reactive, periodSeconds: 300 }
  return energyDayOf({
    on: localDate(on),
    day,
    until,
    zone,
    hours: given.hours ?? allDay,
    meter,
    readings,
    excluded,
    demandMinutes: 15,
    contractedKw: 100,
    intervals: demandIntervals(meter, { startAt: day.startAt, endAt: until }, 15, excluded),
    outdoorMeanC: null,
  })
}
function at(text: string): EpochMs {
  return epochMs(Date.parse(`${text}+08:00`))
}

describe('a whole day at 40 kW', () => {
  test('used 960 kWh, open 16 hours from seven to eleven', () => {
    const day = dayOf({ hours: { opensAtMinute: 420, closesAtMinute: 1380 } })
    expect(day).toMatchObject({ days: 1, openMinutes: 960, heldMinutes: 1440, expectedMinutes: 1440 })
    expect(day.energyKwh).toBeCloseTo(960, 6)
    expect(day.factored).toBeNull()
  })
  test.each([
    ['Europe/Berlin', '2026-03-29', 920, 23],
    ['Europe/Berlin', '2026-10-25', 1000, 25],
    ['America/New_York', '2026-03-08', 920, 23],
    ['America/New_York', '2026-11-01', 1000, 25],
  ])('in %s on %s is one day of %d kWh and %d hours', (zone, on, kwh, hours) => {
    const day = dayOf({ zone, on })
    expect(day.energyKwh).toBeCloseTo(kwh, 6)
    expect(day).toMatchObject({ days: 1, openMinutes: hours * 60, expectedMinutes: hours * 60 })
  })
  test('with 30 kvar has a power factor of 0.80, and 96 intervals at 80 %', () => {
    const day = dayOf({ reactiveKw: 30 })
    expect(day.factored?.energyKwh).toBeCloseTo(960, 6)
    expect(day.factored?.reactiveKvarh).toBeCloseTo(720, 6)
    expect(day.spread.judged).toEqual([[80, 96, expect.closeTo(960, 6)]])
  })
})

test('a day under way covers its part', () => {
  // the last reading before six in the morning is that of 05:55
  const day = dayOf({ until: '2026-11-20T06:00' })
  expect(day.energyKwh).toBeCloseTo((40 * 355) / 60, 6)
  expect(day.days).toBeCloseTo(355 / 1440, 9)
  expect(day).toMatchObject({ openMinutes: 355, heldMinutes: 360, expectedMinutes: 360 })
})

describe('a gap', () => {
  test('inside the day reduces coverage, not energy', () => {
    const day = dayOf({ missing: [['2026-11-20T10:05', '2026-11-20T14:00']] })
    expect(day.energyKwh).toBeCloseTo(960, 6)
    // 10:00 stands for ten minutes, 10:10 to 14:00 is unknown
    expect(day).toMatchObject({ days: 1, heldMinutes: 1440 - 230 })
  })
  test('of two poll periods over midnight is cut at midnight', () => {
    const missing = [['2026-11-20T00:00', '2026-11-20T00:05']] as const
    expect(dayOf({ missing }).energyKwh).toBeCloseTo(960, 6)
  })
  test('longer than that over midnight belongs to the day in which it ends, so that nothing is lost', () => {
    const missing = [['2026-11-20T22:05', '2026-11-21T00:30']] as const
    const first = dayOf({ missing })
    const second = dayOf({ missing, on: '2026-11-21' })
    // 22:00 to midnight: two hours at 40 kW
    expect(first.energyKwh).toBeCloseTo(880, 6)
    expect(first.days).toBeCloseTo(22 / 24, 9)
    expect(second.energyKwh).toBeCloseTo(1040, 6)
    expect(second.days).toBeCloseTo(26 / 24, 9)
    expect(second.openMinutes).toBe(26 * 60)
  })
  test('over the whole day leaves nothing known, which is not zero', () => {
    const day = dayOf({ missing: [['2026-11-19T12:00', '2026-11-21T12:00']] })
    expect(day).toMatchObject({
      days: 0,
      energyKwh: null,
      openMinutes: 0,
      heldMinutes: 0,
      expectedMinutes: 1440,
    })
    expect(day.spread).toEqual({ energyKwh: 0, judged: [] })
  })
})

test('without any reading before it a day starts with its first reading', () => {
  const day = dayOf({ missing: [['2026-11-19T00:00', '2026-11-20T06:00']] })
  expect(day.energyKwh).toBeCloseTo(720, 6)
  expect(day.days).toBeCloseTo(0.75, 9)
})

test('the power factor is of the time in which both were counted', () => {
  const day = dayOf({ reactiveKw: 30, energyFrom: '2026-11-20T12:00' })
  expect(day.factored?.energyKwh).toBeCloseTo(480, 6)
  expect(day.factored?.reactiveKvarh).toBeCloseTo(360, 6)
})

test('time before commissioning does not count', () => {
  const excluded = [{ startAt: epochMs(0), endAt: at('2026-11-20T18:00') }]
  const day = dayOf({ excluded, reactiveKw: 30 })
  expect(day.energyKwh).toBeCloseTo(240, 6)
  expect(day.factored?.reactiveKvarh).toBeCloseTo(180, 6)
  expect(day).toMatchObject({ days: 0.25, openMinutes: 360, heldMinutes: 360, expectedMinutes: 360 })
})

test('days add up to what the meter counted, whatever was missing', () => {
  const missing = [
    ['2026-11-19T20:00', '2026-11-20T03:00'],
    ['2026-11-20T13:00', '2026-11-20T15:00'],
    ['2026-11-21T23:55', '2026-11-22T00:05'],
  ] as const
  const days = [0, 1, 2].map((n) => dayOf({ missing, on: addDays(localDate('2026-11-20'), n) }))
  const sum = days.reduce((all, { energyKwh }) => all + (energyKwh ?? 0), 0)
  // from the last reading before, 19:55, to the end of the third day
  expect(sum).toBeCloseTo(40 * (72 + 4 + 5 / 60), 6)
  expect(days.reduce((all, { days: n }) => all + n, 0)).toBeCloseTo(3 + (4 + 5 / 60) / 24, 9)
})
