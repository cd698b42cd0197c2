import type { AnalysisDetail } from '@coldkeep/contract/areas/analysis'
import type { WireChart } from '@coldkeep/contract/wire/chart'
import type { WireTable } from '@coldkeep/contract/wire/table'
import { ratesOf } from '@coldkeep/domain/analysis/connection-rate'
import type { FigureValues } from '@coldkeep/domain/analysis/figures'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { datesFrom, type LocalDate } from '@coldkeep/domain/time/local-date'
import { percentOf, roundHalfAwayFromZero } from '@coldkeep/domain/units'
import { formatNumber } from '@coldkeep/phrases/format'
import type { Language } from '@coldkeep/phrases/translate'
import { extentIn, type TableExtent } from '../../filters/first-stores'
import { minutesColumn, numberColumn, percentColumn, textColumn } from '../../wording/columns'
import { storesInOrder } from '../../wording/name-order'
import { countText, percentText } from '../../wording/number-text'
import { palette } from '../../wording/palette'
import type { TableHead, TableRow } from '../../wording/table-csv'
import { dayText, instantText } from '../../wording/time-text'
import type { Words } from '../../wording/words'
import type {
  ConnectionSums,
  DayConnection,
  DeviceConnection,
  SlotSums,
  StoreConnection,
} from '../shown-connection-queries'
import { tableTitle } from './table-title'

/** More bars than this cannot be told apart. */
const MOST_BARS = 60
const PAGE_SIZE = 10

export interface ConnectionFigures {
  readonly first: LocalDate
  readonly last: LocalDate
  /** The days of one store are compared, else the stores. */
  readonly isOneStore: boolean
  /** From which percent on rates are good, and fair. */
  readonly classes: FigureValues
  /** Those with the lowest rates, of {@link extent} in all; in any order. */
  readonly byStore: readonly StoreConnection[]
  /** Those of the stores that the table holds, in any order. */
  readonly byDevice: readonly DeviceConnection[]
  readonly extent: TableExtent
  readonly byDay: readonly DayConnection[]
  readonly now: EpochMs
}

interface Bar {
  readonly label: string
  readonly percent: number | null
  readonly drill: { readonly storeId?: string; readonly day?: string }
}

export function presentConnectionRate(figures: ConnectionFigures, words: Words): AnalysisDetail {
  const total = ratesOf(slotsOf(sumOf(figures.byDay)))
  return {
    charts: [rateChart(figures, words), lostTimeChart(figures, words)],
    table: deviceTable(figures, words),
    coverage: total.connectionRate,
    computedAt: instantText(newestOf(figures)),
  }
}

function rateChart(figures: ConnectionFigures, words: Words): WireChart {
  const { translate, language } = words
  const isByDay = figures.isOneStore
  const all = isByDay ? barsOfDays(figures, language) : barsOfStores(figures.byStore, language)
  const total = isByDay ? all.length : figures.extent.total
  const bars = total <= MOST_BARS ? all : lowestOf(all)
  const title = translate('analysis.connection.rate')
  return {
    type: 'bar',
    name: isByDay
      ? translate('analysis.connection.byDay')
      : bars.length < total
        ? translate('analysis.connection.lowestStores', {
            shown: countText(language, bars.length),
            total: countText(language, total),
          })
        : translate('analysis.connection.byStore'),
    axis: [translate(isByDay ? 'analysis.connection.day' : 'analysis.connection.store'), `${title} (%)`],
    data: bars.map(({ label, percent, drill }) => ({ label, values: [percent], drill })),
    color: [palette.normal],
    legend: [{ value: title, color: palette.normal }],
    unit: '%',
    decimals: 1,
    limits: Object.values(figures.classes).map((value) => ({
      value,
      label: formatNumber(language, value, { unit: '%' }),
    })),
    summary: rateSummary(bars, percentOf(ratesOf(slotsOf(sumOf(figures.byDay))).connectionRate), words),
  }
}

function barsOfDays({ first, last, byDay }: ConnectionFigures, language: Language): Bar[] {
  const known = new Map(byDay.map((day) => [day.on, day]))
  return datesFrom(first, last).map((on) => {
    const day = known.get(on)
    return {
      label: dayText(language, on),
      percent: day === undefined ? null : percentOf(ratesOf(slotsOf(day)).connectionRate),
      drill: { day: on },
    }
  })
}

function barsOfStores(stores: readonly StoreConnection[], language: Language): Bar[] {
  const { compare } = new Intl.Collator(language, { numeric: true })
  return [...stores]
    .sort((a, b) => compare(a.name, b.name) || a.storeId - b.storeId)
    .map((store) => ({
      label: store.name,
      percent: percentOf(ratesOf(slotsOf(store)).connectionRate),
      drill: { storeId: String(store.storeId) },
    }))
}

function lowestOf(bars: readonly Bar[]): Bar[] {
  return bars
    .filter((bar) => bar.percent !== null)
    .sort((a, b) => Number(a.percent) - Number(b.percent))
    .slice(0, MOST_BARS)
}

function rateSummary(bars: readonly Bar[], percent: number | null, { language, translate }: Words): string {
  const lowest = lowestOf(bars)[0]
  if (percent === null || lowest === undefined) return translate('shell.words.noData')
  return translate('analysis.connection.rateSummary', {
    rate: percentText(language, percent),
    name: lowest.label,
    lowest: percentText(language, lowest.percent),
  })
}

function lostTimeChart({ first, last, byDay }: ConnectionFigures, { language, translate }: Words): WireChart {
  const known = new Map(byDay.map((day) => [day.on, day]))
  const legend = [
    { value: translate('analysis.connection.cause.host'), color: palette.normal },
    { value: translate('analysis.connection.cause.device'), color: palette.deviation },
  ]
  const total = sumOf(byDay)
  return {
    type: 'group_bar',
    name: translate('analysis.connection.lostTime'),
    axis: [translate('analysis.connection.day'), `${translate('analysis.connection.lostMinutes')} (min)`],
    data: datesFrom(first, last).map((on) => {
      const day = known.get(on)
      return {
        label: dayText(language, on),
        values: [wholeMinutes(day?.hostLostMinutes), wholeMinutes(day?.deviceLostMinutes)],
        drill: { day: on },
      }
    }),
    color: legend.map(({ color }) => color),
    legend,
    unit: 'min',
    decimals: 0,
    summary:
      byDay.length === 0
        ? translate('shell.words.noData')
        : translate('analysis.connection.lostSummary', {
            host: countText(language, Math.round(total.hostLostMinutes)),
            device: countText(language, Math.round(total.deviceLostMinutes)),
          }),
  }
}

function deviceTable({ byDevice, extent }: ConnectionFigures, words: Words): WireTable {
  return {
    title: tableTitle(words.translate('analysis.connection.table'), extent, words),
    ...connectionTableHead(words),
    data: connectionRows(byDevice, words),
    pageSize: PAGE_SIZE,
    ...extentIn('stores', extent),
  }
}

export function connectionTableHead({ translate }: Words): TableHead {
  return {
    header: [
      textColumn(translate('analysis.connection.store')),
      textColumn(translate('analysis.connection.device')),
      numberColumn(translate('analysis.connection.expected'), 0),
      numberColumn(translate('analysis.connection.received'), 0),
      percentColumn(translate('analysis.connection.rate')),
      percentColumn(translate('analysis.connection.deviceRate')),
      minutesColumn(translate('analysis.connection.cause.host')),
      minutesColumn(translate('analysis.connection.cause.device')),
    ],
    filterIndex: 0,
  }
}

/** By the names of stores and devices. */
export function connectionRows(devices: readonly DeviceConnection[], { language }: Words): TableRow[] {
  return storesInOrder(devices, language)
    .flat()
    .map((device) => {
      const rates = ratesOf(slotsOf(device))
      return {
        id: String(device.deviceId),
        value: [
          device.store.name,
          device.deviceName,
          rates.expected,
          rates.received,
          percentOf(rates.connectionRate),
          percentOf(rates.deviceRate),
          wholeMinutes(device.hostLostMinutes),
          wholeMinutes(device.deviceLostMinutes),
        ],
        drill: {
          departmentId: String(device.store.departmentId),
          storeId: String(device.store.storeId),
          deviceId: String(device.deviceId),
        },
      }
    })
}

function wholeMinutes(minutes: number | undefined): number | null {
  return minutes === undefined
    ? null
    : Number.isInteger(minutes)
      ? minutes
      : roundHalfAwayFromZero(minutes, 0)
}

function sumOf(all: readonly ConnectionSums[]): ConnectionSums {
  const sum = { ok: 0, deviceLost: 0, hostLost: 0, deviceLostMinutes: 0, hostLostMinutes: 0 }
  for (const one of all) {
    sum.ok += one.ok
    sum.deviceLost += one.deviceLost
    sum.hostLost += one.hostLost
    sum.deviceLostMinutes += one.deviceLostMinutes
    sum.hostLostMinutes += one.hostLostMinutes
  }
  return sum
}

function slotsOf({ ok, deviceLost, hostLost }: SlotSums) {
  return { ok, okLive: ok, deviceLost, hostLost, excluded: 0 }
}

function newestOf({ byDay, now }: ConnectionFigures): EpochMs {
  return byDay.length === 0 ? now : epochMs(Math.max(...byDay.map((day) => day.computedAt)))
}
