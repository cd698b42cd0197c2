import { type earlyWarnings, warningRowId } from '@coldkeep/contract/areas/health'
import type { Answer } from '@coldkeep/contract/call'
import type { WireChart } from '@coldkeep/contract/wire/chart'
import type { WireTable } from '@coldkeep/contract/wire/table'
import { type WarningKind, warningKinds } from '@coldkeep/domain/alarms/early-warning-rules'
import { outcomeOfWarning, type WarningOutcome } from '@coldkeep/domain/alarms/warning-outcome'
import type { DeviceModelId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { datesFrom, type LocalDate } from '@coldkeep/domain/time/local-date'
import { extentIn, MOST_ROWS } from '../../filters/first-stores'
import { numberColumn, rounded, statusColumn, textColumn } from '../../wording/columns'
import { countText } from '../../wording/number-text'
import { palette } from '../../wording/palette'
import type { TableHead, TableRow } from '../../wording/table-csv'
import { dayText, instantText } from '../../wording/time-text'
import type { Words } from '../../wording/words'
import type { WarningOfPeriod } from '../shown-warning-queries'
import { backtestTable, factsOf } from './warning-backtest'

const PAGE_SIZE = 10
/** The columns by whose words rows are filtered, and which slices lead to. */
const OUTCOME_COLUMN = 8

export interface EarlyWarningFigures {
  readonly first: LocalDate
  readonly last: LocalDate
  readonly warnings: readonly WarningOfPeriod[]
  /** Which of them the table lists. */
  readonly listed: ListedWarnings
  readonly now: EpochMs
}

/** What a warning must have; nothing given: all are meant. */
export interface ListedWarnings {
  readonly kind?: WarningKind
  readonly deviceModelId?: DeviceModelId
  readonly outcome?: WarningOutcome
}

const kindColors = {
  threshold: palette.normal,
  falling: palette.second,
  oscillation: palette.third,
} as const
const outcomes = [
  { outcome: 'came_true', color: palette.normal },
  { outcome: 'false', color: palette.deviation },
  { outcome: 'undecided', color: palette.other },
] as const

export function presentEarlyWarnings(
  figures: EarlyWarningFigures,
  words: Words,
): Answer<typeof earlyWarnings> {
  return {
    charts: [byDayChart(figures, words), outcomeChart(figures, words)],
    table: warningTable(figures, words),
    backtest: backtestTable(figures, words),
    verdicts: figures.warnings.flatMap(({ given, ...warning }) =>
      given === null ? [] : { row: rowIdOf(warning), says: given.says },
    ),
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
            drill: { tag: outcome },
          })),
    color: legend.map(({ color }) => color),
    legend,
    decimals: 0,
    summary:
      warnings.length === 0
        ? translate('shell.words.noData')
        : translate('health.warnings.outcomeSummary', {
            cameTrue: countText(language, count('came_true')),
            wrong: countText(language, count('false')),
            undecided: countText(language, count('undecided')),
          }),
  }
}

function warningTable({ warnings, listed, now }: EarlyWarningFigures, words: Words): WireTable {
  const { translate, language } = words
  const chosen = listedOf(warnings, listed, now)
  const newestFirst = chosen
    .sort((a, b) => b.raisedAt - a.raisedAt || a.deviceId - b.deviceId || (a.kind < b.kind ? -1 : 1))
    .slice(0, MOST_ROWS)
  return {
    title:
      chosen.length === newestFirst.length
        ? translate('health.warnings.table')
        : translate('health.warnings.tableLimited', {
            shown: countText(language, newestFirst.length),
            total: countText(language, chosen.length),
          }),
    ...warningTableHead(words),
    data: warningRows(newestFirst, now, words),
    pageSize: PAGE_SIZE,
    ...extentIn('rows', { shown: newestFirst.length, total: chosen.length }),
  }
}

/** The warnings that have what they must have. */
export function listedOf(
  warnings: readonly WarningOfPeriod[],
  { kind, deviceModelId, outcome }: ListedWarnings,
  now: EpochMs,
): WarningOfPeriod[] {
  return warnings.filter(
    (warning) =>
      (kind ?? warning.kind) === warning.kind &&
      (deviceModelId ?? warning.deviceModelId) === warning.deviceModelId &&
      (outcome === undefined || outcome === outcomeOf(warning, now)),
  )
}

export function warningTableHead({ translate }: Words): TableHead {
  return {
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
      textColumn(translate('handling.verdict.title')),
    ],
    filterIndex: OUTCOME_COLUMN,
  }
}

/** In the order of the warnings. */
export function warningRows(
  warnings: readonly WarningOfPeriod[],
  now: EpochMs,
  { translate }: Words,
): TableRow[] {
  return warnings.map((warning) => {
    const outcome = outcomeOf(warning, now)
    return {
      id: rowIdOf(warning),
      value: [
        instantText(warning.raisedAt),
        warning.store.name,
        warning.deviceName,
        translate(`alarms.kind.${warning.kind}`),
        rounded(warning.score, 1),
        rounded(warning.value, 1),
        rounded(warning.limitValue, 1),
        warning.clearedAt === null ? null : instantText(warning.clearedAt),
        translate(`health.warnings.outcome.${outcome}`),
        verdictText(warning, translate),
      ],
      drill: {
        departmentId: String(warning.store.departmentId),
        storeId: String(warning.storeId),
        deviceId: String(warning.deviceId),
      },
      tag: outcome,
    }
  })
}

function rowIdOf({
  deviceId,
  kind,
  raisedAt,
}: Pick<WarningOfPeriod, 'deviceId' | 'kind' | 'raisedAt'>): string {
  return warningRowId({ deviceId, kind, raised: raisedAt })
}

function verdictText({ given }: WarningOfPeriod, translate: Words['translate']): string | null {
  if (given === null) return null
  return translate('handling.verdict.by', {
    verdict: translate(`handling.verdict.says.${given.says}`),
    name: given.by,
  })
}

function outcomeOf(warning: WarningOfPeriod, now: EpochMs): WarningOutcome {
  return outcomeOfWarning(factsOf(warning), now)
}
