import type { Handlers } from '../../http/bind-call'
import { presentOperation } from '../../present/operation'
import { chosenDays, chosenStores, weekPageInfo } from './filter'
import { firstStores, MOST_STORES } from './first-stores'
import { selectOperationByDay, selectOperationByDevice } from './operation-queries'
import { rankStores } from './rank-stores'

export const operationHandlers = {
  operationPageInfo: weekPageInfo,

  operation: async ({ db, user, query, clock, language, translate }) => {
    const days = chosenDays(query.start, query.end)
    const { scope, storeIds } = await chosenStores(db, user, query)
    const filter = { scope, storeIds, ...days }
    const [busiest, byDay] = await Promise.all([
      rankStores(db, 'operation', filter, MOST_STORES),
      selectOperationByDay(db, filter),
    ])
    const tabled = firstStores(filter, busiest)
    const figures = {
      ...days,
      byDay,
      byDevice: await selectOperationByDevice(db, tabled.filter),
      extent: tabled.extent,
      now: clock.now(),
    }
    return presentOperation(figures, { language, translate })
  },
} satisfies Pick<Handlers, 'operationPageInfo' | 'operation'>
