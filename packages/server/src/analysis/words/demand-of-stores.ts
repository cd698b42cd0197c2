import type { AnalysisDetail } from '@coldkeep/contract/areas/analysis'
import type { WireChart } from '@coldkeep/contract/wire/chart'
import type { WireTable } from '@coldkeep/contract/wire/table'
import { powerFactorOf } from '@coldkeep/domain/analysis/power-factor'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { datesFrom, type LocalDate } from '@coldkeep/domain/time/local-date'
import { percentOf } from '@coldkeep/domain/units'
import { extentIn, type TableExtent } from '../../filters/first-stores'
import {
  minutesColumn,
  numberColumn,
  percentColumn,
  rounded,
  statusColumn,
  textColumn,
} from '../../wording/columns'
import { countText } from '../../wording/number-text'
import { palette } from '../../wording/palette'
import type { TableHead, TableRow } from '../../wording/table-csv'
import { dayText } from '../../wording/time-text'
import type { Words } from '../../wording/words'
import type { DayDemand, StoreDemand } from '../shown-demand-queries'
import { basisOf, demandSummary } from './demand-of-store'
import { tableTitle } from './table-title'

/** More bars than this cannot be told apart. */
const MOST_BARS = 60
const PAGE_SIZE = 10
const STATE_COLUMN = 1

export interface DemandFigures {
  readonly first: LocalDate
  readonly last: LocalDate
  /** Those that the table holds, in any order. */
  readonly byStore: readonly StoreDemand[]
  readonly extent: TableExtent
  readonly byDay: readonly DayDemand[]
  readonly now: EpochMs
}

/** Demand of several stores against their contracts, the one that used most of its own first. */
export function presentDemandOfStores(figures: DemandFigures, words: Words): AnalysisDetail {
  const stores = byUse(figures.byStore, words)
  return {
    charts: [storeChart(stores, figures, words), overChart(figures, words)],
    table: storeTable(stores, figures.extent, words),
    ...basisOf(figures),
  }
}

function byUse(stores: readonly StoreDemand[], { language }: Words): StoreDemand[] {
  const { compare } = new Intl.Collator(language, { numeric: true })
  return [...stores].sort(
    (a, b) => (useOf(b) ?? -1) - (useOf(a) ?? -1) || compare(a.store.name, b.store.name),
  )
}

/** Highest demand as a share of the contract. */
function useOf({ maximumKw, contractedKw }: StoreDemand): number | null {
  return maximumKw === null || contractedKw === null ? null : maximumKw / contractedKw
}

function storeChart(
  stores: readonly StoreDemand[],
  { byDay, extent }: DemandFigures,
  words: Words,
): WireChart {
  const { translate, language } = words
  const shown = stores.slice(0, MOST_BARS)
  const legend = [
    { value: translate('electricity.demand.highest'), color: palette.normal },
    { value: translate('electricity.demand.contract'), color: palette.second },
  ]
  return {
    type: 'group_bar',
    name:
      shown.length < extent.total
        ? translate('electricity.demand.highestStores', {
            shown: countText(language, shown.length),
            total: countText(language, extent.total),
          })
        : translate('electricity.demand.byStore'),
    axis: [translate('electricity.demand.store'), 'kW'],
    data: shown.map(({ store, maximumKw, contractedKw }) => ({
      label: store.name,
      values: [rounded(maximumKw, 1), rounded(contractedKw, 1)],
      drill: { storeId: String(store.storeId) },
    })),
    color: legend.map(({ color }) => color),
    legend,
    unit: 'kW',
    decimals: 1,
    summary: demandSummary(byDay, words),
  }
}

function overChart({ first, last, byDay }: DemandFigures, words: Words): WireChart {
  const { translate, language } = words
  const known = new Map(byDay.map((day) => [day.on, day]))
  const title = translate('electricity.demand.over')
  return {
    type: 'bar',
    name: translate('electricity.demand.overByDay'),
    axis: [translate('electricity.demand.day'), `${title} (min)`],
    data: datesFrom(first, last).map((on) => {
      const day = known.get(on)
      return {
        label: dayText(language, on),
        values: [day === undefined || day.judged === 0 ? null : day.overMinutes],
        drill: { day: on },
      }
    }),
    color: [palette.deviation],
    legend: [{ value: title, color: palette.deviation }],
    unit: 'min',
    decimals: 0,
    summary: demandSummary(byDay, words),
  }
}

function storeTable(stores: readonly StoreDemand[], extent: TableExtent, words: Words): WireTable {
  return {
    title: tableTitle(words.translate('electricity.demand.stores'), extent, words),
    ...demandTableHead(words),
    data: demandRows(stores, words),
    pageSize: PAGE_SIZE,
    ...extentIn('rows', extent),
  }
}

export function demandTableHead({ translate }: Words): TableHead {
  return {
    header: [
      textColumn(translate('electricity.demand.store')),
      statusColumn(translate('electricity.demand.state')),
      numberColumn(translate('electricity.demand.highest'), 1, 'kW'),
      numberColumn(translate('electricity.demand.contract'), 1, 'kW'),
      percentColumn(translate('electricity.demand.use')),
      numberColumn(translate('electricity.demand.overIntervals'), 0),
      minutesColumn(translate('electricity.demand.over')),
      numberColumn(translate('electricity.demand.excess'), 1, 'kW'),
      numberColumn(translate('electricity.demand.powerFactor'), 2),
    ],
    filterIndex: STATE_COLUMN,
  }
}

/** The one that used most of its contract first. */
export function demandRows(stores: readonly StoreDemand[], words: Words): TableRow[] {
  const { translate } = words
  // looked up once: a chain has thousands of rows
  const states = {
    within: translate('electricity.demand.states.within'),
    over: translate('electricity.demand.states.over'),
    none: translate('electricity.demand.states.none'),
  }
  return byUse(stores, words).map((one) => {
    const isJudged = one.judged > 0
    return {
      id: String(one.store.storeId),
      value: [
        one.store.name,
        states[stateOf(one)],
        rounded(one.maximumKw, 1),
        rounded(one.contractedKw, 1),
        percentOf(useOf(one)),
        isJudged ? one.over : null,
        isJudged ? one.overMinutes : null,
        rounded(one.excessKw, 1),
        rounded(powerFactorOf({ energyKwh: one.factorKwh, reactiveKvarh: one.reactiveKvarh }), 2),
      ],
      drill: { departmentId: String(one.store.departmentId), storeId: String(one.store.storeId) },
    }
  })
}

function stateOf({ over, contractedKw }: StoreDemand): 'within' | 'over' | 'none' {
  if (contractedKw === null) return 'none'
  return over > 0 ? 'over' : 'within'
}
