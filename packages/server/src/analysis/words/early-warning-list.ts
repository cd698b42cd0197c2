import type { AnalysisDetail } from '@coldkeep/contract/areas/analysis'
import { warningRowId } from '@coldkeep/contract/areas/health'
import type { WireChart } from '@coldkeep/contract/wire/chart'
import type { WireTable } from '@coldkeep/contract/wire/table'
import { warningKinds } from '@coldkeep/domain/alarms/early-warning-rules'
import { days, type EpochMs } from '@coldkeep/domain/time/instant'
import { datesFrom, type LocalDate } from '@coldkeep/domain/time/local-date'
import { numberColumn, rounded, statusColumn, textColumn } from '../../wording/columns'
import { countText } from '../../wording/number-text'
import { palette } from '../../wording/palette'
import { dayText, instantText } from '../../wording/time-text'
import type { Words } from '../../wording/words'
import type { WarningOfPeriod, WarningOutcome } from '../shown-warning-queries'

const PAGE_SIZE = 10
const JUDGED_AFTER_MS = days(7)

export interface EarlyWarningFigures {
  readonly first: LocalDate
  readonly last: LocalDate
  readonly warnings: readonly WarningOfPeriod[]
  readonly now: EpochMs
}

const kindColors = {
  threshold: palette.normal,
  falling: palette.second,
  oscillation: palette.third,
} as const
const outcomes = [
  { outcome: 'hit', color: palette.normal },
  { outcome: 'miss', color: palette.deviation },
  { outcome: 'waiting', color: palette.other },
] as const

export function presentEarlyWarnings(figures: EarlyWarningFigures, words: Words): AnalysisDetail {
  return {
    charts: [byDayChart(figures, words), outcomeChart(figures, words)],
    table: warningTable(figures, words),
    coverage: null,
    computedAt: instantText(figures.now),
  }
}

function byDayChart({ first, last, warnings }: EarlyWarningFigures, words: Words): WireChart {
  const { translate, language } = words
  const legend = warningKinds.map((kind) => ({
    value: translate(`alarms.kind.${kind}`),
    color: kindColors[kind],
  }))
  const count = (on: LocalDate, kind: WarningOfPeriod['kind']) =>
    warnings.filter((warning) => warning.on === on && warning.kind === kind).length
  return {
    type: 'group_bar',
    name: translate('health.warnings.byDay'),
    axis: [translate('analysis.connection.day'), translate('health.warnings.count')],
    data: datesFrom(first, last).map((on) => ({
      label: dayText(language, on),
      values: warningKinds.map((kind) => count(on, kind)),
      drill: { day: on },
    })),
    color: legend.map(({ color }) => color),
    legend,
    decimals: 0,
    summary: translate('health.warnings.summary', {
      raised: countText(language, warnings.length),
      open: countText(language, warnings.filter(({ clearedAt }) => clearedAt === null).length),
    }),
  }
}

function outcomeChart({ warnings, now }: EarlyWarningFigures, { translate, language }: Words): WireChart {
  const count = (outcome: WarningOutcome) =>
    warnings.filter((warning) => outcomeOf(warning, now) === outcome).length
  const legend = outcomes.map(({ outcome, color }) => ({
    value: translate(`health.warnings.outcome.${outcome}`),
    color,
  }))
  return {
    type: 'pie',
    name: translate('health.warnings.byOutcome'),
    axis: ['', translate('health.warnings.count')],
    data:
      warnings.length === 0
        ? []
        : outcomes.map(({ outcome }, index) => ({
            label: legend[index]?.value ?? '',
            values: [count(outcome)],
          })),
    color: legend.map(({ color }) => color),
    legend,
    decimals: 0,
    summary:
      warnings.length === 0
        ? translate('shell.words.noData')
        : translate('health.warnings.outcomeSummary', {
            hit: countText(language, count('hit')),
            miss: countText(language, count('miss')),
          }),
  }
}

function warningTable({ warnings, now }: EarlyWarningFigures, { translate }: Words): WireTable {
  const newestFirst = [...warnings].sort(
    (a, b) => b.raisedAt - a.raisedAt || a.deviceId - b.deviceId || (a.kind < b.kind ? -1 : 1),
  )
  const outcomeColumn = 8
  return {
    title: translate('health.warnings.table'),
    header: [
      { value: translate('health.warnings.raisedAt'), kind: 'time' },
      textColumn(translate('analysis.connection.store')),
      textColumn(translate('analysis.connection.device')),
      textColumn(translate('health.warnings.rule')),
      numberColumn(translate('health.score'), 1),
      numberColumn(translate('health.warnings.value'), 1),
      numberColumn(translate('health.warnings.limit'), 1),
      { value: translate('health.warnings.endedAt'), kind: 'time' },
      statusColumn(translate('health.warnings.became')),
    ],
    data: newestFirst.map((warning) => ({
      id: warningRowId({ deviceId: warning.deviceId, kind: warning.kind, raised: warning.raisedAt }),
      value: [
        instantText(warning.raisedAt),
        warning.store.name,
        warning.deviceName,
        translate(`alarms.kind.${warning.kind}`),
        rounded(warning.score, 1),
        rounded(warning.value, 1),
        rounded(warning.limitValue, 1),
        warning.clearedAt === null ? null : instantText(warning.clearedAt),
        translate(`health.warnings.outcome.${outcomeOf(warning, now)}`),
      ],
      drill: {
        departmentId: String(warning.store.departmentId),
        storeId: String(warning.storeId),
        deviceId: String(warning.deviceId),
      },
    })),
    pageSize: PAGE_SIZE,
    filterIndex: outcomeColumn,
  }
}

function outcomeOf({ wasFollowed, raisedAt }: WarningOfPeriod, now: EpochMs): WarningOutcome {
  if (wasFollowed) return 'hit'
  return now - raisedAt >= JUDGED_AFTER_MS ? 'miss' : 'waiting'
}
