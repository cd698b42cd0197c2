import { describe, expect, test } from 'vitest'
import type { Series } from '../points/series'
import { later } from '../time/instant'
import { localDate } from '../time/local-date'
import type { Period } from '../time/period'
import { dayPeriod } from '../time/store-calendar'
import { roundHalfAwayFromZero } from '../units'
import { defrostPeriods } from './defrost'
import {
  longestState,
  type Operation,
  type OperationDay,
  operationOf,
  operationRates,
  type StateMinutes,
  stateShares,
  sumOperation,
} from './operation'

const NONE = Number.NaN
const MINUTE_MS = 60_000
const band = { setpointC: 2, differentialK: 2 }
const day = dayPeriod('Asia/Taipei', localDate('2026-11-20'))

/** What is read in a minute: air, compressor, defrost, door. */
type Minute = readonly [airC: number, compressor: number, defrost: number, door: number]
const resting: Minute = [3, 0, 0, 0]
const cooling: Minute = [3, 1, 0, 0]
const times = (count: number, minute: Minute): Minute[] => Array.from({ length: count }, () => minute)

/** A day of one-minute polls from the start of a period on. */
const polled = (list: readonly Minute[], change: Partial<OperationDay> = {}, period = day): OperationDay => {
  const timesMs = list.map((_, index) => period.startAt + index * MINUTE_MS)
  const column = (place: number): Series => ({ timesMs, values: list.map((minute) => minute[place]!) })
  const window = { period, periodSeconds: 60, excluded: [] }
  return {
    readings: { air: column(0), compressor: column(1), door: column(3) },
    band,
    isHeating: false,
    defrosts: defrostPeriods(column(2), window),
    switchedOff: [],
    window,
    ...change,
  }
}
const none: StateMinutes = { cooling: 0, pulldown: 0, defrost: 0, door: 0, standby: 0, off: 0, offline: 0 }
const firstMinutes = (count: number): Period => ({
  startAt: day.startAt,
  endAt: later(day.startAt, count * MINUTE_MS),
})
const short = (list: readonly Minute[], change: Partial<OperationDay> = {}) =>
  operationOf(polled(list, change, firstMinutes(list.length)))

describe('a day of 46 runs and four defrosts', () => {
  // 42 runs of 13 or 14 minutes, each after 13 minutes of rest, of which 15 hold three more with the door open.
  // After every tenth a defrost of 22 minutes, two of dripping, and a run of 20 minutes of pull-down and ten more.
  // The last poll of one rest and the 30 after it are missing: the one before stands for two minutes.
  const worked: Minute[] = []
  for (let cycle = 0; cycle < 42; cycle++) {
    const isCutOff = cycle === 20
    worked.push(...times(isCutOff ? 12 : 13, resting))
    if (isCutOff) worked.push(...times(31, [NONE, NONE, NONE, NONE]))
    if (cycle < 15) worked.push(...times(3, [4, 0, 0, 1]))
    worked.push(...times(cycle < 24 ? 14 : 13, cooling))
    if (cycle % 10 !== 9) continue
    worked.push(...times(22, [8, 0, 1, 0]), ...times(2, [9, 0, 0, 0]))
    worked.push(...times(20, [6, 1, 0, 0]), ...times(10, cooling))
  }
  worked.push(...times(33, resting))
  const operation = operationOf(polled(worked))

  test('has 610 minutes of cooling, 96 of defrost, 80 of pull-down, 45 of door, 579 of rest, 30 offline', () => {
    expect(worked).toHaveLength(1440)
    expect(operation).toEqual({
      minutes: { cooling: 610, defrost: 96, pulldown: 80, door: 45, standby: 579, off: 0, offline: 30 },
      runs: 46,
      compressorMinutes: 690,
      longestRunMinutes: 30,
      defrosts: 4,
      defrostMinutes: 88,
      doorOpenings: 15,
    })
  })
  test('has shares that add up to 100.0, where plain rounding would say 5.6 and 100.1', () => {
    const shares = stateShares(operation.minutes)!
    expect(shares).toEqual({
      cooling: 42.4,
      defrost: 6.7,
      pulldown: 5.5,
      door: 3.1,
      standby: 40.2,
      off: 0,
      offline: 2.1,
    })
    expect(
      roundHalfAwayFromZero(
        Object.values(shares).reduce((sum, share) => sum + share),
        6,
      ),
    ).toBe(100)
  })
  test('has 1.9 starts an hour, runs of 15.0 minutes and defrosts of 22', () => {
    const rates = operationRates(operation)
    expect(roundHalfAwayFromZero(rates.startsPerHour!, 1)).toBe(1.9)
    expect(rates).toMatchObject({ meanRunMinutes: 15, meanDefrostMinutes: 22, coolingShare: 690 / 1440 })
  })
})

describe('each minute has one state, by the first rule that fits', () => {
  test('offline is the time in which the compressor is unknown, and without readings all of it', () => {
    expect(operationOf(polled([])).minutes).toEqual({ ...none, offline: 1440 })
    expect(short(times(10, [3, NONE, 0, 1])).minutes).toEqual({ ...none, offline: 10 })
    expect(short(times(10, [NONE, 1, 0, 0])).minutes).toEqual({ ...none, cooling: 10 })
  })
  test('defrost takes precedence, and drips for two minutes', () => {
    const list = [...times(5, [9, 1, 1, 1]), ...times(5, [3, 1, 0, 0])]
    expect(short(list).minutes).toEqual({ ...none, defrost: 7, cooling: 3 })
  })
  test('running with the air more than 2 K above the band is pull-down, not cooling', () => {
    const list = [...times(3, [6.1, 1, 0, 0]), ...times(3, [6, 1, 0, 0]), ...times(3, [6.1, 0, 0, 0])]
    expect(short(list).minutes).toEqual({ ...none, pulldown: 3, cooling: 3, standby: 3 })
  })
  test('so is everything from a defrost until the air is back in the band, with the compressor on or off', () => {
    const list = [...times(5, [3, 0, 1, 0]), ...times(6, [5, 0, 0, 1]), ...times(4, [4, 1, 0, 0])]
    expect(short(list).minutes).toEqual({ ...none, defrost: 7, pulldown: 4, cooling: 4 })
  })
  test('warm air that recovers from a defrost counts once: 20 seconds of it are less than half a minute', () => {
    // A minute of defrost, two of dripping, running from minute 3 on; back in the band 20 seconds into minute 5.
    const timesMs = Array.from({ length: 18 }, (_, index) => day.startAt + index * 20_000)
    const seconds = (at: number) => (at - day.startAt) / 1000
    const air: Series = { timesMs, values: timesMs.map((at) => (seconds(at) < 320 ? 7 : 3)) }
    const compressor: Series = { timesMs, values: timesMs.map((at) => (seconds(at) < 180 ? 0 : 1)) }
    const operation = operationOf({
      readings: { air, compressor, door: null },
      band,
      isHeating: false,
      defrosts: [firstMinutes(1)],
      switchedOff: [],
      window: { period: firstMinutes(6), periodSeconds: 20, excluded: [] },
    })
    expect(operation.minutes).toEqual({ ...none, defrost: 3, pulldown: 2, cooling: 1 })
  })
  test('the next defrost ends an unfinished pull-down', () => {
    const list = [...times(5, [9, 0, 1, 0]), ...times(5, [9, 1, 0, 0]), ...times(5, [9, 0, 1, 0])]
    expect(short(list).minutes).toEqual({ ...none, defrost: 12, pulldown: 3 })
  })
  test('an open door takes precedence over cooling', () => {
    const list = [...times(4, [5, 1, 0, 1]), ...times(4, [5, 1, 0, 0])]
    expect(short(list).minutes).toEqual({ ...none, door: 4, cooling: 4 })
  })
  test('off is what the controller reports, but not while the compressor runs', () => {
    const list = [...times(4, resting), ...times(4, cooling), ...times(4, resting)]
    const switchedOff = [
      { startAt: later(day.startAt, 2 * MINUTE_MS), endAt: later(day.startAt, 9 * MINUTE_MS) },
    ]
    expect(short(list, { switchedOff }).minutes).toEqual({ ...none, cooling: 4, off: 3, standby: 5 })
  })
  test('what lasts half a minute counts for the minute', () => {
    const on = (second: number) => {
      const timesMs = [day.startAt, day.startAt + second * 1000]
      const compressor = { timesMs, values: [1, 0] }
      const readings = { air: compressor, compressor, door: null }
      return short(times(2, resting), { readings }).minutes
    }
    expect(on(30)).toEqual({ ...none, cooling: 1, standby: 1 })
    expect(on(29.999)).toEqual({ ...none, standby: 2 })
  })
  test('a hot case warms up where a cold one is pulled down', () => {
    const list = [...times(3, [60, 1, 0, 0]), ...times(3, [65, 1, 0, 0]), ...times(3, [80, 1, 0, 0])]
    const hot = { band: { setpointC: 70, differentialK: 4 }, isHeating: true }
    // Beyond 70 − 4 − 2 = 64.
    expect(short(list, hot).minutes).toEqual({ ...none, pulldown: 3, cooling: 6 })
  })
})

describe('what is outside the day', () => {
  test('a defrost of the evening before is still dripped off and pulled down', () => {
    const defrosts = [{ startAt: later(day.startAt, -20 * MINUTE_MS), endAt: later(day.startAt, -MINUTE_MS) }]
    const list = [...times(5, [5, 1, 0, 0]), ...times(5, cooling)]
    const operation = short(list, { defrosts })
    expect(operation.minutes).toEqual({ ...none, defrost: 1, pulldown: 4, cooling: 5 })
    expect(operation).toMatchObject({ defrosts: 0, defrostMinutes: 0 })
  })
  test('excluded minutes have no state', () => {
    const excluded = [{ startAt: later(day.startAt, 90_000), endAt: later(day.startAt, 4 * MINUTE_MS) }]
    const list = times(10, cooling)
    const window = { period: firstMinutes(10), periodSeconds: 60, excluded }
    expect(short(list, { window }).minutes).toEqual({ ...none, cooling: 7 })
  })
  test('days of summer-time change have 1380 and 1500 minutes', () => {
    const minutesOf = (on: string) => {
      const changed = dayPeriod('Europe/Berlin', localDate(on))
      return operationOf(polled(times(1600, cooling), {}, changed)).minutes.cooling
    }
    expect(minutesOf('2026-03-29')).toBe(1380)
    expect(minutesOf('2026-10-25')).toBe(1500)
  })
})

describe('several devices together', () => {
  const one: Operation = {
    minutes: { ...none, cooling: 600, standby: 840 },
    runs: 40,
    compressorMinutes: 600,
    longestRunMinutes: 25,
    defrosts: 3,
    defrostMinutes: 60,
    doorOpenings: 12,
  }
  test('add up, keep the longest run, and divide their sums once', () => {
    const idle = {
      ...one,
      minutes: { ...none, offline: 1440 },
      runs: 0,
      compressorMinutes: 0,
      doorOpenings: null,
    }
    const sum = sumOperation([one, idle, { ...one, longestRunMinutes: 90 }])
    expect(sum).toMatchObject({ runs: 80, compressorMinutes: 1200, longestRunMinutes: 90, doorOpenings: 24 })
    expect(sum.minutes).toEqual({ ...none, cooling: 1200, standby: 1680, offline: 1440 })
    expect(operationRates(sum)).toEqual({
      meanRunMinutes: 15,
      startsPerHour: 80 / 72,
      meanDefrostMinutes: 20,
      coolingShare: 1200 / 4320,
      knownShare: 1 - 1440 / 4320,
    })
  })
  test('without minutes, have no shares and no rates', () => {
    const sum = sumOperation([])
    expect(sum.doorOpenings).toBeNull()
    expect(stateShares(sum.minutes)).toBeNull()
    expect(operationRates(sum)).toEqual({
      meanRunMinutes: null,
      startsPerHour: null,
      meanDefrostMinutes: null,
      coolingShare: null,
      knownShare: null,
    })
  })
})

test('a device without a door contact has no number of openings', () => {
  const { readings, ...rest } = polled(times(10, cooling))
  expect(operationOf({ ...rest, readings: { ...readings, door: null } }).doorOpenings).toBeNull()
})

test('a device is mostly in the state that lasted longest, and offline where nothing is known', () => {
  const none = { cooling: 0, pulldown: 0, defrost: 0, door: 0, standby: 0, off: 0, offline: 0 }
  expect(longestState({ minutes: none })).toBe('offline')
  expect(longestState({ minutes: { ...none, cooling: 700, standby: 701, offline: 39 } })).toBe('standby')
})
