import { compareWithDayBefore } from '@coldkeep/domain/analysis/forecast-errors'
import { addDays } from '@coldkeep/domain/time/local-date'
import type { Handlers } from '../../calls/bind-call'
import { chosenDays, chosenStores, weekPageInfo } from '../../filters/filter'
import { MOST_ROWS } from '../../filters/first-stores'
import { selectEnergyComparisons } from '../shown-comparison-queries'
import { selectDemandByDay, selectDemandByStore, selectDemandIntervals } from '../shown-demand-queries'
import { selectSubMeters } from '../sub-meter-queries'
import { FORECAST_DAYS, presentStoreDemand } from '../words/demand-of-store'
import { presentDemandOfStores } from '../words/demand-of-stores'
import { MOST_BARS, PERIOD_DAYS, presentEnergyComparison } from '../words/energy-comparison'

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
    const figures = { ...days, byDay: await selectDemandByDay(db, filter), now }
    const judgedFrom = addDays(days.last, 1 - FORECAST_DAYS)
    const first = addDays(judgedFrom, -1) < days.first ? addDays(judgedFrom, -1) : days.first
    const intervals = await selectDemandIntervals(db, store.storeId, { first, last: days.last })
    const compared = compareWithDayBefore(store.zone, intervals, judgedFrom)
    const chosen = intervals.filter(({ on }) => on >= days.first)
    return presentStoreDemand({ ...figures, zone: store.zone, intervals: chosen, compared }, words)
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
} satisfies Pick<Handlers, 'demandPageInfo' | 'demand' | 'energyComparison'>
