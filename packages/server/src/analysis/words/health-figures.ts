import type { AnalysisDetail } from '@coldkeep/contract/areas/analysis'
import type { WireChart } from '@coldkeep/contract/wire/chart'
import type { WireTable } from '@coldkeep/contract/wire/table'
import type { HealthClass, HealthLoss } from '@coldkeep/domain/analysis/health-score'
import { median } from '@coldkeep/domain/analysis/median'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { datesFrom, type LocalDate } from '@coldkeep/domain/time/local-date'
import { formatNumber } from '@coldkeep/phrases/format'
import { extentIn, type TableExtent } from '../../filters/first-stores'
import { numberColumn, rounded, statusColumn, textColumn } from '../../wording/columns'
import { storesInOrder } from '../../wording/name-order'
import { countText } from '../../wording/number-text'
import { palette } from '../../wording/palette'
import type { TableHead, TableRow } from '../../wording/table-csv'
import { dayText, instantText } from '../../wording/time-text'
import type { Words } from '../../wording/words'
import type { DayScore, DeviceHealthOfPeriod, HealthClasses } from '../shown-health-queries'
import { shortFaultText } from './named-fault'
import { tableTitle } from './table-title'

const PAGE_SIZE = 10
const CLASS_COLUMN = 4

export interface HealthFigures {
  readonly first: LocalDate
  readonly last: LocalDate
  readonly byDay: readonly DayScore[]
  /** Of all stores; null where nothing is known. */
  readonly classes: HealthClasses | null
  /** Those of the stores that the table holds. */
  readonly byDevice: readonly DeviceHealthOfPeriod[]
  readonly extent: TableExtent
  readonly now: EpochMs
}

const NO_DEVICES = { good: 0, fair: 0, watch: 0, poor: 0, noScore: 0, computedAt: null }

type ShownClass = HealthClass | 'no_score'

/** The order and the colours in which classes are shown. */
export const shownClasses: readonly { readonly shown: ShownClass; readonly color: string }[] = [
  { shown: 'good', color: palette.normal },
  { shown: 'fair', color: palette.second },
  { shown: 'watch', color: palette.third },
  { shown: 'poor', color: palette.deviation },
  { shown: 'no_score', color: palette.other },
]

export function presentHealth(figures: HealthFigures, words: Words): AnalysisDetail {
  const { now } = figures
  const { good, fair, watch, poor, noScore, computedAt } = figures.classes ?? NO_DEVICES
  const classes = { good, fair, watch, poor, no_score: noScore }
  const devices = devicesIn(classes)
  return {
    charts: [classChart(classes, words), scoreChart(figures, words)],
    table: deviceTable(figures, words),
    coverage: devices === 0 ? null : 1 - classes.no_score / devices,
    computedAt: instantText(computedAt ?? now),
  }
}

function devicesIn(classes: Readonly<Record<ShownClass, number>>): number {
  return Object.values(classes).reduce((sum, count) => sum + count, 0)
}

function classChart(
  classes: Readonly<Record<ShownClass, number>>,
  { translate, language }: Words,
): WireChart {
  const devices = devicesIn(classes)
  const legend = shownClasses.map(({ shown, color }) => ({
    value: translate(`health.class.${shown}`),
    color,
  }))
  return {
    type: 'pie',
    name: translate('health.byClass'),
    axis: ['', translate('health.devices')],
    data:
      devices === 0
        ? []
        : shownClasses.map(({ shown }, index) => ({
            label: legend[index]?.value ?? '',
            values: [classes[shown]],
            drill: { tag: shown },
          })),
    color: legend.map(({ color }) => color),
    legend,
    decimals: 0,
    summary:
      devices === 0
        ? translate('shell.words.noData')
        : translate('health.classSummary', {
            devices: countText(language, devices),
            good: countText(language, classes.good + classes.fair),
            poor: countText(language, classes.poor),
          }),
  }
}

function scoreChart({ first, last, byDay }: HealthFigures, { translate, language }: Words): WireChart {
  const known = new Map(byDay.map(({ on, score }) => [on, score]))
  const title = translate('health.score')
  const middle = median(byDay.map(({ score }) => score))
  return {
    type: 'line',
    name: translate('health.scoreByDay'),
    axis: [translate('analysis.connection.day'), title],
    data: datesFrom(first, last).map((on) => ({
      label: dayText(language, on),
      values: [known.get(on) ?? null],
      drill: { day: on },
    })),
    color: [palette.normal],
    legend: [{ value: title, color: palette.normal }],
    decimals: 1,
    summary:
      middle === null
        ? translate('shell.words.noData')
        : translate('health.scoreSummary', { score: formatNumber(language, middle, { decimals: 1 }) }),
  }
}

function deviceTable({ byDevice, extent }: HealthFigures, words: Words): WireTable {
  return {
    title: tableTitle(words.translate('health.table'), extent, words),
    ...healthTableHead(words),
    data: healthRows(byDevice, words),
    pageSize: PAGE_SIZE,
    ...extentIn('stores', extent),
  }
}

export function healthTableHead({ translate }: Words): TableHead {
  return {
    header: [
      textColumn(translate('analysis.connection.store')),
      textColumn(translate('analysis.connection.device')),
      textColumn(translate('health.type')),
      numberColumn(translate('health.lastScore'), 1),
      statusColumn(translate('health.classOf')),
      textColumn(translate('health.topLoss')),
      textColumn(translate('health.secondLoss')),
      textColumn(translate('health.hintOf')),
      { value: translate('health.baselineOf'), kind: 'date' },
    ],
    filterIndex: CLASS_COLUMN,
  }
}

/** By the names of stores and devices. */
export function healthRows(devices: readonly DeviceHealthOfPeriod[], words: Words): TableRow[] {
  const { translate, language } = words
  return storesInOrder(devices, language)
    .flat()
    .map((device) => ({
      id: String(device.deviceId),
      tag: device.class ?? 'no_score',
      value: [
        device.store.name,
        device.deviceName,
        translate(`devices.type.${device.type}`),
        rounded(device.score, 1),
        translate(`health.class.${device.class ?? 'no_score'}`),
        lossText(device.topLoss, device.topLossPoints, words),
        lossText(device.secondLoss, device.secondLossPoints, words),
        device.hint === null ? null : shortFaultText(device.hint, device.hintChance, words),
        device.frozenOn,
      ],
      drill: {
        departmentId: String(device.store.departmentId),
        storeId: String(device.store.storeId),
        deviceId: String(device.deviceId),
      },
    }))
}

/** Where points were lost, and how many. */
function lossText(
  cause: HealthLoss['cause'] | null,
  points: number | null,
  { translate, language }: Words,
): string | null {
  if (cause === null || points === null) return null
  return `${translate(`health.loss.${cause}`)} −${formatNumber(language, points, { decimals: 1 })}`
}
