import type { AnalysisDetail } from '@coldkeep/contract/areas/analysis'
import type { WireChart } from '@coldkeep/contract/wire/chart'
import type { WireTable } from '@coldkeep/contract/wire/table'
import { isOverContract } from '@coldkeep/domain/analysis/demand'
import type { DemandStage } from '@coldkeep/domain/analysis/demand-stage'
import {
  type ForecastComparison,
  type ForecastErrors,
  forecastErrors,
  sumForecasts,
} from '@coldkeep/domain/analysis/forecast-errors'
import { type EpochMs, epochMs, minutes } from '@coldkeep/domain/time/instant'
import { datesFrom, type LocalDate } from '@coldkeep/domain/time/local-date'
import { dayPeriod } from '@coldkeep/domain/time/store-calendar'
import { percentOf } from '@coldkeep/domain/units'
import { formatNumber } from '@coldkeep/phrases/format'
import { minutesColumn, numberColumn, rounded, statusColumn, textColumn } from '../../wording/columns'
import { countText, percentText } from '../../wording/number-text'
import { palette } from '../../wording/palette'
import { clockText, dayText, instantText } from '../../wording/time-text'
import type { Words } from '../../wording/words'
import type { DayDemand, DemandIntervals } from '../shown-demand-queries'

/** How many days the forecasts of a store are judged over, the last chosen one included. */
export const FORECAST_DAYS = 14
const PAGE_SIZE = 10
const STAGE_COLUMN = 4
const stageNames = ['none', 'notice', 'shed', 'defer'] as const

export interface StoreDemandFigures {
  readonly first: LocalDate
  readonly last: LocalDate
  /** Of the store. */
  readonly zone: string
  readonly intervals: readonly DemandIntervals[]
  /** Of the last {@link FORECAST_DAYS} days; null where nothing can be compared. */
  readonly compared: ForecastComparison | null
  readonly byDay: readonly DayDemand[]
  readonly now: EpochMs
}

interface Interval {
  readonly on: LocalDate
  readonly startAt: EpochMs
  readonly contractedKw: number | null
  readonly demandKw: number | null
  readonly forecastKw: number | null
  readonly stage: DemandStage | null
  /** Its length when it was over contract, else 0. */
  readonly overMinutes: number | null
  readonly powerFactor: number | null
}

/** Demand of one store: of a single day by interval, else the highest of each day; each interval with its forecast. */
export function presentStoreDemand(figures: StoreDemandFigures, words: Words): AnalysisDetail {
  const intervals = figures.intervals.flatMap((day) => intervalsOf(day, figures.zone))
  return {
    charts: [demandChart(figures, intervals, words), forecastChart(figures, intervals, words)],
    table: intervalTable(figures, intervals, words),
    ...basisOf(figures),
  }
}

/** The share of the expected readings that the figures are based on, and when they were computed. */
export function basisOf({ byDay, now }: Pick<StoreDemandFigures, 'byDay' | 'now'>) {
  const held = byDay.reduce((sum, day) => sum + day.heldMinutes, 0)
  const expected = byDay.reduce((sum, day) => sum + day.expectedMinutes, 0)
  return {
    coverage: expected === 0 ? null : held / expected,
    computedAt: instantText(
      byDay.length === 0 ? now : epochMs(Math.max(...byDay.map((day) => day.computedAt))),
    ),
  }
}

function intervalsOf(day: DemandIntervals, zone: string): Interval[] {
  const { on, demandMinutes, contractedKw } = day
  const { startAt } = dayPeriod(zone, on)
  return day.demandKw.map((demandKw, index) => ({
    on,
    startAt: epochMs(startAt + index * minutes(demandMinutes)),
    contractedKw,
    demandKw,
    forecastKw: day.forecastKw[index] ?? null,
    stage: day.highestStage[index] ?? null,
    overMinutes:
      demandKw === null || contractedKw === null
        ? null
        : isOverContract(demandKw, contractedKw)
          ? demandMinutes
          : 0,
    powerFactor: day.powerFactor[index] ?? null,
  }))
}

function demandChart(figures: StoreDemandFigures, intervals: readonly Interval[], words: Words): WireChart {
  const { translate, language } = words
  const { first, last, zone, byDay } = figures
  const isOneDay = first === last
  const name = translate(isOneDay ? 'electricity.demand.demand' : 'electricity.demand.highest')
  const known = new Map(byDay.map((day) => [day.on, day.maximumKw]))
  return {
    type: 'group_bar',
    name: translate(isOneDay ? 'electricity.demand.byInterval' : 'electricity.demand.byDay'),
    axis: [translate(isOneDay ? 'electricity.demand.interval' : 'electricity.demand.day'), `${name} (kW)`],
    data: isOneDay
      ? intervals.map(({ startAt, demandKw }) => ({
          label: clockText(zone, startAt),
          values: [rounded(demandKw, 1)],
        }))
      : datesFrom(first, last).map((on) => ({
          label: dayText(language, on),
          values: [rounded(known.get(on) ?? null, 1)],
          drill: { day: on },
        })),
    color: [palette.normal],
    legend: [{ value: name, color: palette.normal }],
    unit: 'kW',
    decimals: 1,
    limits: contractLines(intervals, words),
    summary: demandSummary(byDay, words),
  }
}

/** In one sentence: the highest demand and the time over contract. */
export function demandSummary(
  all: readonly Pick<DayDemand, 'maximumKw' | 'overMinutes'>[],
  { language, translate }: Words,
): string {
  const highest = all.reduce<number | null>(
    (most, { maximumKw }) => (maximumKw === null ? most : Math.max(most ?? maximumKw, maximumKw)),
    null,
  )
  if (highest === null) return translate('shell.words.noData')
  return translate('electricity.demand.summary', {
    highest: formatNumber(language, highest, { decimals: 1, unit: 'kW' }),
    minutes: countText(
      language,
      all.reduce((sum, one) => sum + one.overMinutes, 0),
    ),
  })
}

/** The contract may change within a period; each has its line. */
function contractLines(intervals: readonly Interval[], { language, translate }: Words) {
  const contracts = new Set(intervals.flatMap(({ contractedKw }) => contractedKw ?? []))
  return [...contracts].map((value) => ({
    value,
    label: translate('electricity.demand.contractLine', {
      power: formatNumber(language, value, { unit: 'kW' }),
    }),
  }))
}

function forecastChart(figures: StoreDemandFigures, intervals: readonly Interval[], words: Words): WireChart {
  const { zone, first, last } = figures
  const { translate, language } = words
  const legend = [
    { value: translate('electricity.demand.demand'), color: palette.normal },
    { value: translate('electricity.demand.forecast'), color: palette.second },
  ]
  return {
    type: 'line',
    name: translate('electricity.demand.forecastLine'),
    axis: [translate('electricity.demand.interval'), 'kW'],
    data: intervals.map(({ on, startAt, demandKw, forecastKw }) => ({
      label:
        first === last ? clockText(zone, startAt) : `${dayText(language, on)} ${clockText(zone, startAt)}`,
      at: instantText(startAt),
      values: [rounded(demandKw, 1), rounded(forecastKw, 1)],
    })),
    color: legend.map(({ color }) => color),
    legend,
    unit: 'kW',
    decimals: 1,
    limits: contractLines(intervals, words),
    summary: forecastSummary(figures, intervals, words),
  }
}

/** By how much the forecasts of the chosen days were off; of two weeks beside what was known without them. */
function forecastSummary(
  { last, compared }: StoreDemandFigures,
  intervals: readonly Interval[],
  { translate, language }: Words,
): string {
  const errors = forecastErrors(
    sumForecasts(
      intervals.flatMap(({ demandKw, forecastKw }) =>
        demandKw === null || forecastKw === null ? [] : { demandKw, forecastKw },
      ),
    ),
  )
  if (errors === null) return translate('shell.words.noData')
  const error = formatNumber(language, rounded(errors.meanErrorKw, 1), { decimals: 1, unit: 'kW' })
  const ofChosen = translate('electricity.demand.forecastSummary', { error })
  if (compared === null) return ofChosen
  const shareOf = ({ relativeError }: ForecastErrors) => percentText(language, percentOf(relativeError))
  const ofTwoWeeks = translate('electricity.demand.forecastCompared', {
    days: countText(language, FORECAST_DAYS),
    day: dayText(language, last),
    forecast: shareOf(compared.forecast),
    dayBefore: shareOf(compared.dayBefore),
  })
  return `${ofChosen} ${ofTwoWeeks}`
}

function intervalTable(
  { zone }: StoreDemandFigures,
  intervals: readonly Interval[],
  { translate }: Words,
): WireTable {
  const stages = stageNames.map((name) => translate(`electricity.demand.stages.${name}`))
  return {
    title: translate('electricity.demand.intervals'),
    header: [
      textColumn(translate('electricity.demand.interval')),
      numberColumn(translate('electricity.demand.demand'), 1, 'kW'),
      numberColumn(translate('electricity.demand.forecast'), 1, 'kW'),
      numberColumn(translate('electricity.demand.error'), 1, 'kW'),
      statusColumn(translate('electricity.demand.stage')),
      minutesColumn(translate('electricity.demand.over')),
      numberColumn(translate('electricity.demand.powerFactor'), 2),
    ],
    data: intervals.map((one) => ({
      value: [
        `${one.on} ${clockText(zone, one.startAt)}`,
        rounded(one.demandKw, 1),
        rounded(one.forecastKw, 1),
        one.demandKw === null || one.forecastKw === null ? null : rounded(one.forecastKw - one.demandKw, 1),
        one.stage === null ? null : (stages[one.stage] ?? null),
        one.overMinutes,
        rounded(one.powerFactor, 2),
      ],
    })),
    pageSize: PAGE_SIZE,
    filterIndex: STAGE_COLUMN,
  }
}
