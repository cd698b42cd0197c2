import { describe, expect, test } from 'vitest'
import { epochMs } from '../time/instant'
import { unrollCounter } from './counter'
import { allowedKw, courseAt, forecastKw, meanSoFarKw, toShedKw } from './demand-forecast'

const at = (clock: string) => epochMs(Date.parse(`2026-11-20T${clock}+08:00`))
const quarter = { startAt: at('10:00'), endAt: at('10:15') }
const counter = (...readings: (readonly [clock: string, kwh: number])[]) =>
  unrollCounter(
    { timesMs: readings.map(([clock]) => at(clock)), values: readings.map(([, kwh]) => kwh) },
    null,
  )
/** A meter read each minute on the minute at the kW given for the minutes before and after ten o’clock. */
const minutely = (before: readonly number[], after: readonly number[]) => {
  const values = [0]
  for (const powerKw of [...before, ...after]) values.push((values.at(-1) as number) + powerKw / 60)
  const timesMs = values.map((_, n) => at('10:00') + (n - before.length) * 60_000)
  return unrollCounter({ timesMs, values }, null)
}

describe('the worked intervals', () => {
  test('Taiwan: 16.0 kWh after 9 of 15 minutes at 110 kW, contract 100: 108.0 kW, and 20 kW to shed', () => {
    const course = { elapsedMinutes: 9, usedKwh: 16, powerKw: 110 }
    expect(forecastKw(course, 15)).toBeCloseTo(108, 9)
    expect(allowedKw(course, 15, 100)).toBeCloseTo(90, 9)
    expect(toShedKw(course, 15, 100)).toBeCloseTo(20, 9)
  })
  test('Japan: 21.0 kWh after 18 of 30 minutes at 95 kW, contract 80: 80.0 kW, and nothing to shed', () => {
    const course = { elapsedMinutes: 18, usedKwh: 21, powerKw: 95 }
    expect(forecastKw(course, 30)).toBeCloseTo(80, 9)
    expect(allowedKw(course, 30, 80)).toBeCloseTo(95, 9)
    expect(toShedKw(course, 30, 80)).toBeCloseTo(0, 9)
  })
  test('more than the contract allows may already be used up', () => {
    // 26 of 25 kWh gone, 3 minutes left
    const course = { elapsedMinutes: 12, usedKwh: 26, powerKw: 60 }
    expect(allowedKw(course, 15, 100)).toBeCloseTo(-20, 9)
    expect(toShedKw(course, 15, 100)).toBeCloseTo(80, 9)
  })
  test('16.0 kWh in 9 minutes are 106.7 kW so far, whatever the power of late', () => {
    expect(meanSoFarKw({ elapsedMinutes: 9, usedKwh: 16, powerKw: 110 })).toBeCloseTo(320 / 3, 9)
    expect(meanSoFarKw({ elapsedMinutes: 0, usedKwh: 0, powerKw: 110 })).toBeNull()
  })
  test('with power to spare, nothing is shed', () => {
    expect(toShedKw({ elapsedMinutes: 5, usedKwh: 5, powerKw: 60 }, 15, 100)).toBe(0)
  })
})

describe('the course of an interval from its readings', () => {
  test('has the mean power of the last three minutes where nothing is known of thirty', () => {
    // 5 minutes at 60 kW, 3 at 90, 120 and 150: 5 + 6 kWh
    const energy = minutely([60], [60, 60, 60, 60, 60, 90, 120, 150])
    const course = courseAt(energy, quarter, at('10:08'), 60)
    expect(course?.elapsedMinutes).toBe(8)
    expect(course?.usedKwh).toBeCloseTo(11, 9)
    expect(course?.powerKw).toBeCloseTo(120, 9)
  })
  test('expects halfway between the last three minutes and the last thirty', () => {
    // 27 minutes at 60 kW and 3 at 120 are 66 kW on average; halfway to 120 lie 93
    const energy = minutely(
      Array.from({ length: 27 }, () => 60),
      [120, 120, 120],
    )
    expect(courseAt(energy, quarter, at('10:03'), 60)?.powerKw).toBeCloseTo(93, 9)
    // A minute less, and nothing is known of the thirtieth.
    const shorter = minutely(
      Array.from({ length: 26 }, () => 60),
      [120, 120, 120],
    )
    expect(courseAt(shorter, quarter, at('10:03'), 60)?.powerKw).toBeCloseTo(120, 9)
  })
  test('a gap within the thirty minutes costs nothing, one at their start does', () => {
    // 28 kWh up to 10:00, 2 kWh in each of three minutes: 120 kW, and 34 kWh in 33 minutes
    const last = [
      ['10:00', 28],
      ['10:01', 30],
      ['10:02', 32],
      ['10:03', 34],
    ] as const
    const within = counter(['09:32', 0], ['09:33', 1], ['09:34', 2], ['09:59', 26], ...last)
    // 33 kWh in 30 minutes are 66 kW
    expect(courseAt(within, quarter, at('10:03'), 60)?.powerKw).toBeCloseTo(93, 9)
    const atStart = counter(['09:32', 0], ['09:35', 3], ['09:59', 26], ...last)
    expect(courseAt(atStart, quarter, at('10:03'), 60)?.powerKw).toBeCloseTo(120, 9)
  })
  test('looks back across the boundary for its power, not for its energy', () => {
    const course = courseAt(minutely([30, 60, 90], [120]), quarter, at('10:01'), 60)
    expect(course?.usedKwh).toBeCloseTo(2, 9)
    expect(course?.powerKw).toBeCloseTo(90, 9)
  })
  test('starts with the reading at the boundary', () => {
    const course = courseAt(minutely([60, 60, 60], []), quarter, at('10:00:20'), 60)
    expect(course).toEqual({ elapsedMinutes: 0, usedKwh: 0, powerKw: expect.closeTo(60, 9) })
  })
  test('stays at the last reading, whatever came after it', () => {
    const energy = minutely([60, 60, 60], [60, 60, 600, 600])
    expect(courseAt(energy, quarter, at('10:02:59'), 60)).toEqual(courseAt(energy, quarter, at('10:02'), 60))
  })
  test('with a meter read every five minutes has the power between its last two readings', () => {
    const energy = counter(['09:57', 100], ['10:02', 105], ['10:07', 113])
    const course = courseAt(energy, quarter, at('10:09'), 300)
    // 105 − 100 kWh in five minutes: 103 at ten o’clock; 8 kWh in five minutes
    expect(course).toEqual({
      elapsedMinutes: 7,
      usedKwh: expect.closeTo(10, 9),
      powerKw: expect.closeTo(96, 9),
    })
  })
})

describe('no forecast is made', () => {
  test('before the first reading of the interval', () => {
    expect(courseAt(counter(['09:54', 1], ['09:59', 2]), quarter, at('10:01'), 300)).toBeNull()
    expect(courseAt(counter(), quarter, at('10:01'), 300)).toBeNull()
    // nor is it when the next one is known: at 10:01 it was not
    expect(courseAt(counter(['09:54', 1], ['09:59', 2], ['10:04', 3]), quarter, at('10:01'), 300)).toBeNull()
  })
  test('when the last reading is more than two poll periods old', () => {
    const energy = minutely([60, 60, 60], [60, 60, 60, 60])
    expect(courseAt(energy, quarter, at('10:06'), 60)).not.toBeNull()
    expect(courseAt(energy, quarter, at('10:06:01'), 60)).toBeNull()
  })
  test('when a gap hides what was used before the interval began', () => {
    const energy = counter(['09:58:30', 0], ['10:01', 2], ['10:02', 3], ['10:03', 4], ['10:04', 5])
    expect(courseAt(energy, quarter, at('10:04'), 60)).toBeNull()
  })
  test('when a gap hides the power', () => {
    const fast = counter(['10:00', 0], ['10:01', 1], ['10:04', 4], ['10:05', 5])
    expect(courseAt(fast, quarter, at('10:05'), 60)).toBeNull()
    const slow = counter(['10:00', 0], ['10:10:01', 10])
    expect(courseAt(slow, quarter, at('10:11'), 300)).toBeNull()
    expect(courseAt(counter(['10:00', 0]), quarter, at('10:01'), 300)).toBeNull()
  })
})
