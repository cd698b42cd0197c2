import type { Handlers } from '../../http/bind-call'
import { presentStoreDemand } from '../../present/demand-of-store'
import { presentDemandOfStores } from '../../present/demand-of-stores'
import { presentEnergyComparison } from '../../present/energy-comparison'
import { selectDemandByDay, selectDemandByStore, selectDemandIntervals } from './demand-queries'
import { selectEnergyComparisons } from './energy-comparison-queries'
import { chosenDays, chosenStores, weekPageInfo } from './filter'

export const electricityHandlers = {
  demandPageInfo: weekPageInfo,

  demand: async ({ db, user, query, clock, language, translate }) => {
    const days = chosenDays(query.start, query.end)
    const { scope, storeIds, store } = await chosenStores(db, user, query)
    const filter = { scope, storeIds, ...days }
    const words = { language, translate }
    const figures = { ...days, byDay: await selectDemandByDay(db, filter), now: clock.now() }
    if (store === null) {
      return presentDemandOfStores({ ...figures, byStore: await selectDemandByStore(db, filter) }, words)
    }
    const intervals = await selectDemandIntervals(db, store.storeId, days)
    return presentStoreDemand({ ...figures, zone: store.zone, intervals }, words)
  },

  energyComparison: async ({ db, user, query, clock, language, translate }) => {
    const { scope, storeIds } = await chosenStores(db, user, query)
    const { lowPowerFactorPercent: lowPercent } = query
    const stores = await selectEnergyComparisons(db, { scope, storeIds }, lowPercent)
    return presentEnergyComparison({ stores, lowPercent, now: clock.now() }, { language, translate })
  },
} satisfies Pick<Handlers, 'demandPageInfo' | 'demand' | 'energyComparison'>
