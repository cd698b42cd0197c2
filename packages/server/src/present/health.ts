import type { AnalysisDetail } from '@coldkeep/contract/areas/analysis'
import type { WireChart } from '@coldkeep/contract/wire/chart'
import type { WireTable } from '@coldkeep/contract/wire/table'
import type { HealthClass, HealthLoss } from '@coldkeep/domain/analysis/health-score'
import { median } from '@coldkeep/domain/analysis/median'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { datesFrom, type LocalDate } from '@coldkeep/domain/time/local-date'
import { formatNumber } from '@coldkeep/phrases/format'
import type { DayScore, DeviceHealthOfPeriod } from '../areas/analysis/health-queries'
import { numberColumn, rounded, statusColumn, textColumn } from './columns'
import { storesInOrder } from './name-order'
import { countText } from './number-text'
import { palette } from './palette'
import { dayText, instantText } from './time-text'
import type { Words } from './words'

const PAGE_SIZE = 10

export interface HealthFigures {
  readonly first: LocalDate
  readonly last: LocalDate
  readonly byDay: readonly DayScore[]
  readonly byDevice: readonly DeviceHealthOfPeriod[]
  readonly now: EpochMs
}

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
  const { byDevice, now } = figures
  const scored = byDevice.filter((device) => device.score !== null)
  const newest = byDevice.reduce((latest, device) => Math.max(latest, device.computedAt), 0)
  return {
    charts: [classChart(byDevice, words), scoreChart(figures, words)],
    table: deviceTable(byDevice, words),
    coverage: byDevice.length === 0 ? null : scored.length / byDevice.length,
    computed_at: instantText(newest === 0 ? now : epochMs(newest)),
  }
}

function classChart(byDevice: readonly DeviceHealthOfPeriod[], { translate, language }: Words): WireChart {
  const count = (shown: ShownClass) =>
    byDevice.filter((device) => (device.class ?? 'no_score') === shown).length
  const legend = shownClasses.map(({ shown, color }) => ({
    value: translate(`health.class.${shown}`),
    color,
  }))
  return {
    type: 'pie',
    name: translate('health.byClass'),
    axis: ['', translate('health.devices')],
    data:
      byDevice.length === 0
        ? []
        : shownClasses.map(({ shown }, index) => ({
            label: legend[index]?.value ?? '',
            values: [count(shown)],
          })),
    color: legend.map(({ color }) => color),
    legend,
    decimals: 0,
    summary:
      byDevice.length === 0
        ? translate('shell.words.noData')
        : translate('health.classSummary', {
            devices: countText(language, byDevice.length),
            good: countText(language, count('good') + count('fair')),
            poor: countText(language, count('poor')),
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

function deviceTable(byDevice: readonly DeviceHealthOfPeriod[], words: Words): WireTable {
  const { translate, language } = words
  const sorted = storesInOrder(byDevice, language).flat()
  const classColumn = 4
  return {
    title: translate('health.table'),
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
    data: sorted.map((device) => ({
      id: String(device.deviceId),
      value: [
        device.store.name,
        device.deviceName,
        translate(`devices.type.${device.type}`),
        rounded(device.score, 1),
        translate(`health.class.${device.class ?? 'no_score'}`),
        lossText(device.topLoss, device.topLossPoints, words),
        lossText(device.secondLoss, device.secondLossPoints, words),
        device.hint === null ? null : translate(`health.hint.${device.hint}`),
        device.frozenOn,
      ],
      drill: {
        depart: String(device.store.departmentId),
        store: String(device.store.storeId),
        device: String(device.deviceId),
      },
    })),
    page_size: PAGE_SIZE,
    filter_index: classColumn,
  }
}

/** Where points were lost, and how many. */
export function lossText(
  cause: HealthLoss['cause'] | null,
  points: number | null,
  { translate, language }: Words,
): string | null {
  if (cause === null || points === null) return null
  return translate('health.lossText', {
    cause: translate(`health.loss.${cause}`),
    points: formatNumber(language, points, { decimals: 1 }),
  })
}
