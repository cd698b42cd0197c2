import { compareWithDayBefore } from '@coldkeep/domain/analysis/forecast-errors'
import type { StoreId } from '@coldkeep/domain/ids'
import { addDays } from '@coldkeep/domain/time/local-date'
import type { Handlers } from '../../calls/bind-call'
import type { Db } from '../../db/connect'
import { chosenDays, chosenStores, weekPageInfo } from '../../filters/filter'
import { MOST_ROWS } from '../../filters/first-stores'
import type { DayFilter } from '../../filters/store-name-queries'
import { oneBatch, tableCsv } from '../../wording/table-csv'
import { rankStores } from '../rank-stores'
import { rankByRise, selectComparisonOf, selectEnergyComparisons } from '../shown-comparison-queries'
import {
  selectDemandByDay,
  selectDemandByStore,
  selectDemandIntervals,
  selectDemandOf,
} from '../shown-demand-queries'
import { csvOfStores } from '../store-csv'
import { selectSubMeters } from '../sub-meter-queries'
import { FORECAST_DAYS, presentStoreDemand } from '../words/demand-of-store'
import { demandRows, demandTableHead, presentDemandOfStores } from '../words/demand-of-stores'
import {
  comparisonRows,
  comparisonTableHead,
  MOST_BARS,
  PERIOD_DAYS,
  presentEnergyComparison,
} from '../words/energy-comparison'

type ElectricityCall = 'demandPageInfo' | 'demand' | 'demandCsv' | 'energyComparison' | 'energyComparisonCsv'

export const electricityHandlers = {
  demandPageInfo: weekPageInfo,

  demand: async ({ db, user, query, clock, language, translate }) => {
    const days = chosenDays(query.start, query.end)
    const { scope, storeIds, store } = await chosenStores(db, user, query)
    const filter = { scope, storeIds, ...days }
    const words = { language, translate }
    const now = clock.now()
    if (store === null) {
      const [byDay, { stores, extent }] = await Promise.all([
        selectDemandByDay(db, filter),
        selectDemandByStore(db, filter, MOST_ROWS),
      ])
      return presentDemandOfStores({ ...days, byDay, byStore: stores, extent, now }, words)
    }
    return presentStoreDemand({ ...(await demandOfStore(db, filter, store)), now }, words)
  },

  demandCsv: async ({ db, user, query, clock, language, translate }) => {
    const days = chosenDays(query.start, query.end)
    const { scope, storeIds, store } = await chosenStores(db, user, query)
    const filter = { scope, storeIds, ...days }
    const words = { language, translate }
    if (store !== null) {
      const figures = { ...(await demandOfStore(db, filter, store)), now: clock.now() }
      const { table } = presentStoreDemand(figures, words)
      return { from: 'batches', batches: tableCsv(table, query, oneBatch(table.data)) }
    }
    const read = async (some: readonly StoreId[]) =>
      demandRows(await selectDemandOf(db, { ...filter, storeIds: some }), words)
    const { storeIds: ranked } = await rankStores(db, 'energy', filter, Number.POSITIVE_INFINITY)
    return csvOfStores(ranked, { head: demandTableHead(words), choice: query, read })
  },

  energyComparison: async ({ db, user, query, clock, language, translate }) => {
    const { scope, storeIds, store } = await chosenStores(db, user, query)
    const { lowPowerFactorPercent: lowPercent } = query
    const most = { rises: MOST_ROWS, changes: MOST_BARS }
    const compared = await selectEnergyComparisons(db, { scope, storeIds }, lowPercent, most)
    const { length: shown } = compared.stores
    const extent = { shown: Math.min(shown, MOST_ROWS), total: compared.total }
    const last = store === null ? undefined : compared.stores[0]?.lastOn
    const subMeters =
      store === null || last === undefined
        ? []
        : await selectSubMeters(db, scope, store.storeId, { last, days: PERIOD_DAYS })
    const figures = { ...compared, extent, lowPercent, subMeters, now: clock.now() }
    return presentEnergyComparison(figures, { language, translate })
  },

  energyComparisonCsv: async ({ db, user, query, language, translate }) => {
    const { scope, storeIds } = await chosenStores(db, user, query)
    const { lowPowerFactorPercent: lowPercent } = query
    const words = { language, translate }
    const read = async (some: readonly StoreId[]) =>
      comparisonRows(await selectComparisonOf(db, { scope, storeIds: some }, lowPercent), words)
    const ranked = await rankByRise(db, { scope, storeIds })
    return csvOfStores(ranked, { head: comparisonTableHead(lowPercent, words), choice: query, read })
  },
} satisfies Pick<Handlers, ElectricityCall>

/** The intervals of the chosen days of a store, and how good its forecasts were over the last weeks. */
async function demandOfStore(
  db: Db,
  filter: DayFilter,
  { storeId, zone }: { readonly storeId: StoreId; readonly zone: string },
) {
  const { first, last } = filter
  const judgedFrom = addDays(last, 1 - FORECAST_DAYS)
  const readFrom = addDays(judgedFrom, -1) < first ? addDays(judgedFrom, -1) : first
  const [byDay, read] = await Promise.all([
    selectDemandByDay(db, filter),
    selectDemandIntervals(db, storeId, { first: readFrom, last }),
  ])
  const compared = compareWithDayBefore(zone, read, judgedFrom)
  return { first, last, zone, byDay, intervals: read.filter(({ on }) => on >= first), compared }
}
