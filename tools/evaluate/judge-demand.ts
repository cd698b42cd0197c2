import { type RunningTotal, unrollCounter } from '@coldkeep/domain/analysis/counter'
import { type DemandMinutes, demandIntervals } from '@coldkeep/domain/analysis/demand'
import { courseAt, forecastKw, meanSoFarKw } from '@coldkeep/domain/analysis/demand-forecast'
import {
  demandsBefore,
  type ForecastDay,
  type ForecastPair,
  type ForecastSums,
  sumForecasts,
} from '@coldkeep/domain/analysis/forecast-errors'
import { epochMs, minutes } from '@coldkeep/domain/time/instant'
import { addDays, type LocalDate } from '@coldkeep/domain/time/local-date'
import { dayPeriod } from '@coldkeep/domain/time/store-calendar'
import { type Load, type MeteredStore, meteredDays } from './simulate-meter'

/** What a demand is expected to be by: the product's forecast, and what is known without it. */
export const methods = ['forecast', 'power so far', 'day before', 'week before'] as const
export type Method = (typeof methods)[number]

/** One way of looking at the intervals of a store: all methods over the same of them. */
export interface JudgedDemand {
  readonly load: Load
  readonly demandMinutes: DemandMinutes
  readonly pollSeconds: number
  /** Share of the interval that had passed. */
  readonly passed: Passed
  readonly sums: Readonly<Record<Method, ForecastSums>>
}

const passedShares = ['1/3', '1/2', '2/3'] as const
type Passed = (typeof passedShares)[number]
const shareOf: Readonly<Record<Passed, number>> = { '1/3': 1 / 3, '1/2': 1 / 2, '2/3': 2 / 3 }
const WEEK = 7

/** Forecasts of a store at three moments of every interval after its first week, for each poll period. */
export function judgeDemand(store: MeteredStore): JudgedDemand[] {
  return store.polls.flatMap(({ load, pollSeconds, series }) => {
    const energy = unrollCounter(series, null)
    return ([15, 30] as const).flatMap((demandMinutes) => {
      const days = demandDays(store, energy, pollSeconds, demandMinutes)
      return passedShares.map((passed) => ({
        load,
        demandMinutes,
        pollSeconds,
        passed,
        sums: sumsOf(store, energy, pollSeconds, days, passed),
      }))
    })
  })
}

/** With no forecasts yet. */
function demandDays(
  { zone, firstDay }: MeteredStore,
  energy: RunningTotal,
  periodSeconds: number,
  demandMinutes: DemandMinutes,
): ReadonlyMap<LocalDate, ForecastDay> {
  const meter = { energy, reactive: null, periodSeconds }
  const days = Array.from({ length: meteredDays }, (_, index): ForecastDay => {
    const on = addDays(firstDay, index)
    const intervals = demandIntervals(meter, dayPeriod(zone, on), demandMinutes, [])
    return { on, demandMinutes, demandKw: intervals.map(({ demandKw }) => demandKw), forecastKw: [] }
  })
  return new Map(days.map((day) => [day.on, day]))
}

function sumsOf(
  { zone, firstDay }: MeteredStore,
  energy: RunningTotal,
  pollSeconds: number,
  byDate: ReadonlyMap<LocalDate, ForecastDay>,
  passed: Passed,
): Record<Method, ForecastSums> {
  const pairs = Object.fromEntries(methods.map((method) => [method, [] as ForecastPair[]]))
  for (const day of byDate.values()) {
    if (day.on < addDays(firstDay, WEEK)) continue
    const { startAt } = dayPeriod(zone, day.on)
    const lengthMs = minutes(day.demandMinutes)
    const dayBefore = demandsBefore(zone, day, byDate, 1)
    const weekBefore = demandsBefore(zone, day, byDate, WEEK)
    for (const [index, demandKw] of day.demandKw.entries()) {
      const fromMs = startAt + index * lengthMs
      const interval = { startAt: epochMs(fromMs), endAt: epochMs(fromMs + lengthMs) }
      const at = epochMs(Math.round(fromMs + shareOf[passed] * lengthMs))
      const course = courseAt(energy, interval, at, pollSeconds)
      const expected: Record<Method, number | null> = {
        forecast: course && forecastKw(course, day.demandMinutes),
        'power so far': course && meanSoFarKw(course),
        'day before': dayBefore[index] ?? null,
        'week before': weekBefore[index] ?? null,
      }
      if (demandKw === null || methods.some((method) => expected[method] === null)) continue
      for (const method of methods) {
        pairs[method]?.push({ forecastKw: expected[method] as number, demandKw })
      }
    }
  }
  const sums = methods.map((method) => [method, sumForecasts(pairs[method] ?? [])])
  return Object.fromEntries(sums) as Record<Method, ForecastSums>
}
