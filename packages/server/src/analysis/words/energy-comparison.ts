import type { AnalysisDetail } from '@coldkeep/contract/areas/analysis'
import type { WireChart } from '@coldkeep/contract/wire/chart'
import type { WireTable } from '@coldkeep/contract/wire/table'
import { changeOf, energyFigures, perSquareMetreKwh } from '@coldkeep/domain/analysis/energy-comparison'
import { NO_SPREAD } from '@coldkeep/domain/analysis/power-factor'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { percentOf } from '@coldkeep/domain/units'
import { formatNumber } from '@coldkeep/phrases/format'
import { extentIn, type TableExtent } from '../../filters/first-stores'
import { numberColumn, percentColumn, rounded, statusColumn, textColumn } from '../../wording/columns'
import { changePercentText, countText } from '../../wording/number-text'
import { palette } from '../../wording/palette'
import type { TableHead, TableRow } from '../../wording/table-csv'
import { instantText } from '../../wording/time-text'
import type { Words } from '../../wording/words'
import type { ComparisonTotals, StoreComparison } from '../shown-comparison-queries'
import type { SubMeter } from '../sub-meter-queries'
import { subMeterChart } from './sub-meters'
import { tableTitle } from './table-title'

/** More bars than this cannot be told apart. */
export const MOST_BARS = 60
export const PERIOD_DAYS = 30
const PAGE_SIZE = 10
const STATE_COLUMN = 12

export interface ComparisonFigures {
  /** Those that the table holds and those that changed most, in any order. */
  readonly stores: readonly StoreComparison[]
  /** Of all stores; null where there is none. */
  readonly totals: ComparisonTotals | null
  /** Of the table. */
  readonly extent: TableExtent
  readonly lowPercent: number
  /** Of the one store that was chosen. */
  readonly subMeters: readonly SubMeter[]
  readonly now: EpochMs
}

/** Stores by the change of their corrected energy, the largest rise first; those without a change last. */
export function presentEnergyComparison(figures: ComparisonFigures, words: Words): AnalysisDetail {
  const stores = byRise(figures.stores, words)
  const { totals, extent, now } = figures
  return {
    charts: [energyChart(stores, figures, words), ...subMeterCharts(stores, figures, words)],
    table: storeTable(stores.slice(0, extent.shown), figures, words),
    coverage:
      totals === null || totals.expectedMinutes === 0 ? null : totals.heldMinutes / totals.expectedMinutes,
    computedAt: instantText(totals?.computedAt ?? now),
  }
}

function byRise(stores: readonly StoreComparison[], { language }: Words): Compared[] {
  const { compare } = new Intl.Collator(language, { numeric: true })
  return stores
    .map((one) => ({ ...one, change: changeOfStore(one) }))
    .sort(
      (a, b) =>
        (b.change ?? Number.NEGATIVE_INFINITY) - (a.change ?? Number.NEGATIVE_INFINITY) ||
        compare(a.store.name, b.store.name),
    )
}

/** One, where a single store has sub-meters. */
function subMeterCharts(
  [store]: readonly StoreComparison[],
  { subMeters }: ComparisonFigures,
  words: Words,
): WireChart[] {
  if (store === undefined || subMeters.length === 0 || store.energyKwh <= 0) return []
  return [subMeterChart(store.energyKwh, PERIOD_DAYS, subMeters, words)]
}

interface Compared extends StoreComparison {
  readonly change: number | null
}

function changeOfStore({ correctedKwh, referenceKwh }: StoreComparison): number | null {
  return correctedKwh === null || referenceKwh === null ? null : changeOf({ correctedKwh, referenceKwh })
}

function energyChart(
  stores: readonly Compared[],
  { totals, extent }: ComparisonFigures,
  words: Words,
): WireChart {
  const { translate, language } = words
  const shown = extent.total <= MOST_BARS ? stores : mostChanged(stores)
  const legend = [
    { value: translate('electricity.comparison.period'), color: palette.normal },
    { value: translate('electricity.comparison.before'), color: palette.second },
    { value: translate('electricity.comparison.lastYear'), color: palette.other },
  ]
  return {
    type: 'group_bar',
    name:
      shown.length < extent.total
        ? translate('electricity.comparison.changedStores', {
            shown: countText(language, shown.length),
            total: countText(language, extent.total),
          })
        : translate('electricity.comparison.byStore'),
    axis: [translate('electricity.comparison.store'), 'kWh'],
    data: shown.map((one) => ({
      label: one.store.name,
      values: [
        one.days === 0 ? null : rounded(one.energyKwh, 1),
        rounded(one.beforeKwh, 1),
        rounded(one.lastYearKwh, 1),
      ],
      drill: { storeId: String(one.store.storeId) },
    })),
    color: legend.map(({ color }) => color),
    legend,
    unit: 'kWh',
    decimals: 1,
    summary: energySummary(totals, words),
  }
}

function mostChanged(stores: readonly Compared[]): Compared[] {
  return [...stores].sort((a, b) => Math.abs(b.change ?? 0) - Math.abs(a.change ?? 0)).slice(0, MOST_BARS)
}

function energySummary(totals: ComparisonTotals | null, { translate, language }: Words): string {
  if (totals === null || totals.energyKwh === null) return translate('shell.words.noData')
  const { energyKwh, correctedKwh, referenceKwh } = totals
  const change = changeOf({ correctedKwh: correctedKwh ?? 0, referenceKwh: referenceKwh ?? 0 })
  return translate('electricity.comparison.summary', {
    energy: formatNumber(language, energyKwh, { decimals: 0, unit: 'kWh' }),
    change: changePercentText(language, percentOf(change)),
  })
}

function storeTable(
  stores: readonly Compared[],
  { lowPercent, extent }: ComparisonFigures,
  words: Words,
): WireTable {
  return {
    title: tableTitle(words.translate('electricity.comparison.stores'), extent, words),
    ...comparisonTableHead(lowPercent, words),
    data: rowsOf(stores, words),
    pageSize: PAGE_SIZE,
    ...extentIn('rows', extent),
  }
}

export function comparisonTableHead(percent: number, { translate }: Words): TableHead {
  const title = (
    key: 'energy' | 'perOpenHour' | 'perDegreeDay' | 'perSquareMetre' | 'corrected' | 'perDay',
  ) => numberColumn(translate(`electricity.comparison.${key}`), 1, 'kWh')
  return {
    header: [
      textColumn(translate('electricity.comparison.store')),
      title('energy'),
      title('perDay'),
      title('perOpenHour'),
      title('perDegreeDay'),
      title('perSquareMetre'),
      title('corrected'),
      percentColumn(translate('electricity.comparison.change')),
      numberColumn(translate('electricity.comparison.powerFactor'), 2),
      percentColumn(translate('electricity.comparison.lowShare', { percent })),
      numberColumn(translate('electricity.comparison.lowIntervals', { percent }), 0),
      percentColumn(translate('electricity.comparison.coverage')),
      statusColumn(translate('electricity.comparison.state')),
      { value: translate('electricity.comparison.through'), kind: 'date' },
    ],
    filterIndex: STATE_COLUMN,
  }
}

/** The largest rise first. */
export function comparisonRows(stores: readonly StoreComparison[], words: Words): TableRow[] {
  return rowsOf(byRise(stores, words), words)
}

function rowsOf(stores: readonly Compared[], { translate }: Words): TableRow[] {
  // looked up once: a chain has thousands of rows
  const states = {
    marked: translate('electricity.comparison.states.marked'),
    complete: translate('electricity.comparison.states.complete'),
  }
  return stores.map((one) => {
    const figures = energyFigures({ ...one, spread: NO_SPREAD }, PERIOD_DAYS)
    const isFactorKnown = one.spreadKwh > 0
    return {
      id: String(one.store.storeId),
      value: [
        one.store.name,
        rounded(figures.energyKwh, 1),
        rounded(figures.perDayKwh, 1),
        rounded(figures.perOpenHourKwh, 1),
        rounded(figures.perDegreeDayKwh, 1),
        rounded(perSquareMetreKwh(figures.energyKwh, one.floorAreaM2), 1),
        rounded(one.correctedKwh, 1),
        percentOf(one.change),
        rounded(figures.powerFactor, 2),
        isFactorKnown ? percentOf(one.lowKwh / one.spreadKwh) : null,
        isFactorKnown ? one.lowIntervals : null,
        percentOf(figures.coverage),
        figures.isMarked ? states.marked : states.complete,
        one.lastOn,
      ],
      drill: { departmentId: String(one.store.departmentId), storeId: String(one.store.storeId) },
    }
  })
}
