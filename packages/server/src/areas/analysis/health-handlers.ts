import type { Handlers } from '../../http/bind-call'
import { presentHealth } from '../../present/health'
import { chosenDays, chosenStores, weekPageInfo } from './filter'
import { selectHealthByDevice, selectScoresByDay } from './health-queries'

export const healthHandlers = {
  healthPageInfo: weekPageInfo,

  health: async ({ db, user, query, clock, language, translate }) => {
    const days = chosenDays(query.start, query.end)
    const { scope, store } = await chosenStores(db, user, query)
    const filter = { scope, storeId: store?.storeId ?? null, ...days }
    const figures = {
      ...days,
      byDay: await selectScoresByDay(db, filter),
      byDevice: await selectHealthByDevice(db, filter),
      now: clock.now(),
    }
    return presentHealth(figures, { language, translate })
  },
} satisfies Pick<Handlers, 'healthPageInfo' | 'health'>
