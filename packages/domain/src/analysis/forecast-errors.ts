import { addDays, type LocalDate } from '../time/local-date'
import { lengthMinutes } from '../time/period'
import { dayPeriod } from '../time/store-calendar'
import type { DemandMinutes } from './demand'

/** What a demand was expected to be, and what it was; kW. */
export interface ForecastPair {
  readonly forecastKw: number
  readonly demandKw: number
}

/** Errors of several forecasts as sums, which add up over days and stores. */
export interface ForecastSums {
  readonly intervals: number
  readonly demandKw: number
  /** Of the distances of the forecasts from the demands. */
  readonly distanceKw: number
  /** Of forecast − demand. */
  readonly differenceKw: number
  /** Forecasts that were off by 5 % of the demand or less. */
  readonly close: number
}

/** What is said of {@link ForecastSums}. */
export interface ForecastErrors {
  readonly intervals: number
  /** Mean distance of a forecast from its demand. */
  readonly meanErrorKw: number
  /** Mean of forecast − demand: above 0 where forecasts are too high. */
  readonly biasKw: number
  /** Mean error ÷ mean demand, 0 to 1 and more; null where nothing was drawn. */
  readonly relativeError: number | null
  /** Share 0 to 1 of the intervals in which the forecast was off by 5 % of the demand or less. */
  readonly closeShare: number
}

/** Forecasts of some days beside what was known without them, of the same intervals. */
export interface ForecastComparison {
  readonly forecast: ForecastErrors
  /** The demand of the same interval a day before. */
  readonly dayBefore: ForecastErrors
}

/** The intervals of one local day, in order from its start; null where nothing is known. */
export interface ForecastDay {
  readonly on: LocalDate
  readonly demandMinutes: DemandMinutes
  readonly demandKw: readonly (number | null)[]
  readonly forecastKw: readonly (number | null)[]
}

export const NO_FORECASTS: ForecastSums = {
  intervals: 0,
  demandKw: 0,
  distanceKw: 0,
  differenceKw: 0,
  close: 0,
}

const CLOSE_SHARE = 0.05
/** Interpolated counters leave noise far below what a meter shows, and exactly 5 % is close. */
const NOISE_KW = 1e-6

export function sumForecasts(pairs: Iterable<ForecastPair>): ForecastSums {
  let [intervals, demandKw, distanceKw, differenceKw, close] = [0, 0, 0, 0, 0]
  for (const pair of pairs) {
    const difference = pair.forecastKw - pair.demandKw
    intervals++
    demandKw += pair.demandKw
    distanceKw += Math.abs(difference)
    differenceKw += difference
    if (Math.abs(difference) <= CLOSE_SHARE * pair.demandKw + NOISE_KW) close++
  }
  return { intervals, demandKw, distanceKw, differenceKw, close }
}

export function addForecasts(a: ForecastSums, b: ForecastSums): ForecastSums {
  return {
    intervals: a.intervals + b.intervals,
    demandKw: a.demandKw + b.demandKw,
    distanceKw: a.distanceKw + b.distanceKw,
    differenceKw: a.differenceKw + b.differenceKw,
    close: a.close + b.close,
  }
}

/** Null where nothing was forecast. */
export function forecastErrors(sums: ForecastSums): ForecastErrors | null {
  const { intervals, demandKw, distanceKw, differenceKw, close } = sums
  if (intervals === 0) return null
  return {
    intervals,
    meanErrorKw: distanceKw / intervals,
    biasKw: differenceKw / intervals,
    relativeError: demandKw === 0 ? null : distanceKw / demandKw,
    closeShare: close / intervals,
  }
}

/**
 * The demands so many days before, interval by interval by the clock on the wall. A day that is longer or shorter than the
 * other, where summer time begins or ends, or has intervals of another length, says nothing of it.
 */
export function demandsBefore(
  zone: string,
  day: ForecastDay,
  byDate: ReadonlyMap<LocalDate, ForecastDay>,
  daysBefore: number,
): readonly (number | null)[] {
  const before = byDate.get(addDays(day.on, -daysBefore))
  const lengthOf = ({ on }: ForecastDay) => lengthMinutes(dayPeriod(zone, on))
  const isAlike = before?.demandMinutes === day.demandMinutes && lengthOf(before) === lengthOf(day)
  return day.demandKw.map((_, index) => (isAlike ? (before.demandKw[index] ?? null) : null))
}

/**
 * The stored forecasts beside the simplest one, the demand of the same interval a day before. Only intervals that have both
 * are counted, so that the two are comparable.
 * @param days that are judged, from a date on, and the day before them
 * @returns null where no interval has all three
 */
export function compareWithDayBefore(
  zone: string,
  days: readonly ForecastDay[],
  from: LocalDate,
): ForecastComparison | null {
  const byDate = new Map(days.map((day) => [day.on, day]))
  const forecasts: ForecastPair[] = []
  const naive: ForecastPair[] = []
  for (const day of days) {
    if (day.on < from) continue
    const before = demandsBefore(zone, day, byDate, 1)
    for (const [index, demandKw] of day.demandKw.entries()) {
      const forecastKw = day.forecastKw[index] ?? null
      const beforeKw = before[index] ?? null
      if (demandKw === null || forecastKw === null || beforeKw === null) continue
      forecasts.push({ forecastKw, demandKw })
      naive.push({ forecastKw: beforeKw, demandKw })
    }
  }
  const forecast = forecastErrors(sumForecasts(forecasts))
  const dayBefore = forecastErrors(sumForecasts(naive))
  return forecast && dayBefore && { forecast, dayBefore }
}
