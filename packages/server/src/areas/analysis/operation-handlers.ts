import type { Handlers } from '../../http/bind-call'
import { presentOperation } from '../../present/operation'
import { chosenDays, chosenStores, weekPageInfo } from './filter'
import { selectOperationByDay, selectOperationByDevice } from './operation-queries'

export const operationHandlers = {
  operationPageInfo: weekPageInfo,

  operation: async ({ db, user, query, clock, language, translate }) => {
    const days = chosenDays(query.start, query.end)
    const { scope, store } = await chosenStores(db, user, query)
    const filter = { scope, storeId: store?.storeId ?? null, ...days }
    const figures = {
      ...days,
      byDay: await selectOperationByDay(db, filter),
      byDevice: await selectOperationByDevice(db, filter),
      now: clock.now(),
    }
    return presentOperation(figures, { language, translate })
  },
} satisfies Pick<Handlers, 'operationPageInfo' | 'operation'>
