import { describe, expect, test } from 'vitest'
import type { Series } from '../points/series'
import { epochMs } from '../time/instant'
import { bandAt, controlBands } from './control-bands'
import { settlingPeriods } from './settling'

const startAt = Date.parse('2026-11-20T00:00:00Z')
const hour = (count: number) => epochMs(startAt + count * 3_600_000)
const series = (readings: readonly (readonly [number, number])[]): Series => ({
  timesMs: readings.map(([at]) => hour(at)),
  values: readings.map(([, value]) => value),
})
const usual = { setpointC: 4, differentialK: 2 }

describe('the bands of a day', () => {
  const setpoint = series([
    [0, 2],
    [1, 2],
    [8, 0],
    [9, Number.NaN],
    [20, 2],
  ])
  const bands = controlBands(setpoint, series([[1, 3]]), usual)
  test('are those in force: 2 °C, 0 from eight o’clock, 2 again from twenty', () => {
    expect(bandAt(bands, hour(7))).toEqual({ setpointC: 2, differentialK: 3 })
    expect(bandAt(bands, hour(9))).toEqual({ setpointC: 0, differentialK: 3 })
    expect(bandAt(bands, hour(23))).toEqual({ setpointC: 2, differentialK: 3 })
  })
  test('apply before the first reading too, and are the usual one where there is none', () => {
    expect(bandAt(bands, hour(-5)).setpointC).toBe(2)
    expect(bandAt(controlBands(null, null, usual), hour(3))).toEqual(usual)
  })
})

describe('the air is excused', () => {
  const moved = (to: number) =>
    controlBands(
      series([
        [0, 2],
        [8, to],
      ]),
      series([[0, 2]]),
      usual,
    )
  const hours = (
    bands: ReturnType<typeof moved>,
    air: Series,
    pauses: Parameters<typeof settlingPeriods>[1] = [],
  ) =>
    settlingPeriods(bands, pauses, air, false).map(({ startAt: from, endAt }) => [
      (from - startAt) / 3_600_000,
      (endAt - startAt) / 3_600_000,
    ])
  test('after a set point was lowered until it is below the new upper limit', () => {
    const air = series([
      [8, 3],
      [9, 2.5],
      [10, 2],
      [11, 1],
    ])
    expect(hours(moved(0), air)).toEqual([[8, 10]])
  })
  test('after it was raised until it is above the new lower limit', () => {
    const air = series([
      [8, 3],
      [9, 4],
      [10, 5],
    ])
    expect(hours(moved(5), air)).toEqual([[8, 10]])
  })
  test('for four hours at most, and not after a step of 0.2 K', () => {
    expect(hours(moved(0), series([[8, 3]]))).toEqual([[8, 12]])
    expect(hours(moved(2.2), series([[8, 3]]))).toEqual([])
  })
  test('after a cleaning until the case is cold again', () => {
    const cleaned = { startAt: hour(6), endAt: hour(7) }
    const air = series([
      [7, 15],
      [8, 6],
      [9, 4],
    ])
    expect(hours(moved(2), air, [cleaned])).toEqual([[7, 9]])
  })
})
