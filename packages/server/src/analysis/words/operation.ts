import type { AnalysisDetail } from '@coldkeep/contract/areas/analysis'
import type { WireChart } from '@coldkeep/contract/wire/chart'
import type { WireTable } from '@coldkeep/contract/wire/table'
import {
  longestState,
  type Operation,
  type OperationState,
  operationRates,
  operationStates,
  stateShares,
  sumOperation,
} from '@coldkeep/domain/analysis/operation'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { datesFrom, type LocalDate } from '@coldkeep/domain/time/local-date'
import { percentOf } from '@coldkeep/domain/units'
import { formatNumber } from '@coldkeep/phrases/format'
import { extentIn, type TableExtent } from '../../filters/first-stores'
import { minutesColumn, numberColumn, rounded, statusColumn, textColumn } from '../../wording/columns'
import { storesInOrder } from '../../wording/name-order'
import { countText, percentText } from '../../wording/number-text'
import { palette } from '../../wording/palette'
import type { TableHead, TableRow } from '../../wording/table-csv'
import { dayText, instantText } from '../../wording/time-text'
import type { Words } from '../../wording/words'
import type { DayOperation, DeviceOperation } from '../shown-operation-queries'
import { tableTitle } from './table-title'

const PAGE_SIZE = 10

export interface OperationFigures {
  readonly first: LocalDate
  readonly last: LocalDate
  readonly byDay: readonly DayOperation[]
  /** Those of the stores that the table holds. */
  readonly byDevice: readonly DeviceOperation[]
  readonly extent: TableExtent
  readonly now: EpochMs
}

export const stateColors: Readonly<Record<OperationState, string>> = {
  cooling: palette.normal,
  pulldown: palette.second,
  defrost: palette.third,
  door: palette.deviation,
  standby: palette.fifth,
  off: palette.sixth,
  offline: palette.other,
}

export function presentOperation(figures: OperationFigures, words: Words): AnalysisDetail {
  const { byDay, now } = figures
  const total = sumOperation(byDay.map(({ operation }) => operation))
  const rates = operationRates(total)
  return {
    charts: [stateChart(total, words), runsChart(figures, total, words)],
    table: deviceTable(figures, words),
    coverage: rates.knownShare,
    computedAt: instantText(
      byDay.length === 0 ? now : epochMs(Math.max(...byDay.map((day) => day.computedAt))),
    ),
  }
}

function stateChart(total: Operation, { translate, language }: Words): WireChart {
  const shares = stateShares(total.minutes)
  const legend = operationStates.map((state) => ({
    value: translate(`operation.state.${state}`),
    color: stateColors[state],
  }))
  return {
    type: 'pie',
    name: translate('operation.byState'),
    axis: ['', '%'],
    data:
      shares === null
        ? []
        : operationStates.map((state, index) => ({
            label: legend[index]?.value ?? '',
            values: [shares[state]],
            drill: { tag: state },
          })),
    color: legend.map(({ color }) => color),
    legend,
    unit: '%',
    decimals: 1,
    summary:
      shares === null
        ? translate('shell.words.noData')
        : translate('operation.stateSummary', {
            cooling: percentText(language, percentOf(operationRates(total).coolingShare)),
            standby: percentText(language, shares.standby),
            offline: percentText(language, shares.offline),
          }),
  }
}

function runsChart({ first, last, byDay }: OperationFigures, total: Operation, words: Words): WireChart {
  const { translate, language } = words
  const known = new Map(byDay.map((day) => [day.on, day.operation]))
  const title = translate('operation.runs')
  return {
    type: 'bar',
    name: translate('operation.runsByDay'),
    axis: [translate('analysis.connection.day'), title],
    data: datesFrom(first, last).map((on) => ({
      label: dayText(language, on),
      values: [known.get(on)?.runs ?? null],
      drill: { day: on },
    })),
    color: [palette.normal],
    legend: [{ value: title, color: palette.normal }],
    decimals: 0,
    summary: runsSummary(total, words),
  }
}

function runsSummary(total: Operation, { translate, language }: Words): string {
  const { startsPerHour, meanRunMinutes } = operationRates(total)
  if (startsPerHour === null || meanRunMinutes === null) return translate('shell.words.noData')
  return translate('operation.runsSummary', {
    runs: countText(language, total.runs),
    perHour: formatNumber(language, startsPerHour, { decimals: 1 }),
    minutes: formatNumber(language, meanRunMinutes, { decimals: 1 }),
  })
}

function deviceTable({ byDevice, extent }: OperationFigures, words: Words): WireTable {
  return {
    title: tableTitle(words.translate('operation.table'), extent, words),
    ...operationTableHead(words),
    data: operationRows(byDevice, words),
    pageSize: PAGE_SIZE,
    ...extentIn('stores', extent),
  }
}

export function operationTableHead({ translate }: Words): TableHead {
  return {
    header: [
      textColumn(translate('analysis.connection.store')),
      textColumn(translate('analysis.connection.device')),
      ...operationStates.map((state) => minutesColumn(translate(`operation.state.${state}`))),
      numberColumn(translate('operation.runs'), 0),
      minutesColumn(translate('operation.meanRun'), 1),
      minutesColumn(translate('operation.longestRun')),
      numberColumn(translate('operation.startsPerHour'), 1),
      numberColumn(translate('operation.defrosts'), 0),
      numberColumn(translate('operation.doorOpenings'), 0),
      statusColumn(translate('operation.mostly')),
    ],
    filterIndex: operationStates.length + 8,
  }
}

/** By the names of stores and devices. */
export function operationRows(
  devices: readonly DeviceOperation[],
  { language, translate }: Words,
): TableRow[] {
  return storesInOrder(devices, language)
    .flat()
    .map(({ store, deviceId, deviceName, operation }) => {
      const rates = operationRates(operation)
      const mostly = longestState(operation)
      return {
        id: String(deviceId),
        value: [
          store.name,
          deviceName,
          ...operationStates.map((state) => operation.minutes[state]),
          operation.runs,
          rounded(rates.meanRunMinutes, 1),
          rounded(operation.longestRunMinutes, 0),
          rounded(rates.startsPerHour, 1),
          operation.defrosts,
          operation.doorOpenings,
          translate(`operation.state.${mostly}`),
        ],
        tag: mostly,
        drill: {
          departmentId: String(store.departmentId),
          storeId: String(store.storeId),
          deviceId: String(deviceId),
        },
      }
    })
}
