import { describe, expect, test } from 'vitest'
import { localDate } from '../time/local-date'
import {
  addForecasts,
  compareWithDayBefore,
  demandsBefore,
  type ForecastDay,
  type ForecastPair,
  forecastErrors,
  NO_FORECASTS,
  sumForecasts,
} from './forecast-errors'

const pair = (forecastKw: number, demandKw: number): ForecastPair => ({ forecastKw, demandKw })
const day = (
  on: string,
  demandKw: readonly (number | null)[],
  forecastKw: readonly (number | null)[] = demandKw,
): ForecastDay => ({ on: localDate(on), demandMinutes: 15, demandKw, forecastKw })
const byDate = (...days: ForecastDay[]) => new Map(days.map((one) => [one.on, one]))

describe('errors of four forecasts', () => {
  // off by +2, −5, +6 and 0; demands of 400 kW together
  const worked = [pair(42, 40), pair(95, 100), pair(66, 60), pair(200, 200)]

  test('3.25 kW on average, 0.75 kW too high, 3.25 % of the demand, three within 5 %', () => {
    expect(forecastErrors(sumForecasts(worked))).toEqual({
      intervals: 4,
      meanErrorKw: 3.25,
      biasKw: 0.75,
      relativeError: 0.0325,
      closeShare: 0.75,
    })
  })
  test('add up over days and stores', () => {
    const [first, ...rest] = worked
    expect(addForecasts(sumForecasts([first!]), sumForecasts(rest))).toEqual(sumForecasts(worked))
    expect(addForecasts(NO_FORECASTS, sumForecasts(worked))).toEqual(sumForecasts(worked))
  })
  test('exactly 5 % is close, on either side, and a little more is not', () => {
    const isClose = (forecastKw: number, demandKw: number) =>
      sumForecasts([pair(forecastKw, demandKw)]).close === 1
    // 5 % of 12.6 is 0.63
    expect([isClose(13.23, 12.6), isClose(11.97, 12.6)]).toEqual([true, true])
    expect([isClose(13.24, 12.6), isClose(11.96, 12.6)]).toEqual([false, false])
  })
  test('of nothing there are none, and where nothing was drawn there is no share of it', () => {
    expect(forecastErrors(NO_FORECASTS)).toBeNull()
    expect(forecastErrors(sumForecasts([pair(0, 0)]))).toMatchObject({ relativeError: null, closeShare: 1 })
  })
})

describe('the same interval some days before', () => {
  const [sixth, thirteenth] = [day('2026-11-06', [10, null, 30]), day('2026-11-13', [11, 21])]

  test('is looked up by date and place in the day', () => {
    expect(demandsBefore('Asia/Taipei', thirteenth, byDate(sixth, thirteenth), 7)).toEqual([10, null])
    expect(demandsBefore('Asia/Taipei', sixth, byDate(thirteenth), 7)).toEqual([null, null, null])
  })
  test('is not known of a day of another length, nor of other intervals', () => {
    // 24 and 25 hours in Berlin, 24 each in Taipei
    const [before, change] = [day('2026-10-24', [1]), day('2026-10-25', [2])]
    expect(demandsBefore('Europe/Berlin', change, byDate(before), 1)).toEqual([null])
    expect(demandsBefore('Asia/Taipei', change, byDate(before), 1)).toEqual([1])
    const halves = { ...before, demandMinutes: 30 } as const
    expect(demandsBefore('Asia/Taipei', change, byDate(halves), 1)).toEqual([null])
  })
})

describe('the forecast beside the day before', () => {
  const first = day('2026-11-17', [50, 100, 100, null], [null, null, null, null])
  const second = day('2026-11-18', [60, 100, null, 90], [63, 96, 80, 90])

  test('is judged where forecast, demand and the day before are all known', () => {
    // 63 and 96 for 60 and 100: off by 3 and 4 of 160; 50 and 100: off by 10 and 0
    expect(compareWithDayBefore('Asia/Taipei', [first, second], localDate('2026-11-18'))).toEqual({
      forecast: { intervals: 2, meanErrorKw: 3.5, biasKw: -0.5, relativeError: 7 / 160, closeShare: 1 },
      dayBefore: { intervals: 2, meanErrorKw: 5, biasKw: -5, relativeError: 10 / 160, closeShare: 0.5 },
    })
  })
  test('says nothing where no interval has all three', () => {
    expect(compareWithDayBefore('Asia/Taipei', [second], localDate('2026-11-18'))).toBeNull()
    expect(compareWithDayBefore('Asia/Taipei', [first, second], localDate('2026-11-19'))).toBeNull()
  })
})
