import type { Handlers } from '../../http/bind-call'
import { selectScope } from '../../http/scope'
import { presentHomeConnection } from '../../present/home-connection'
import { instantText } from '../../present/time-text'
import { selectDepartmentTree } from '../organisation/queries'
import { collectHomeConnection } from './collect-connection'
import { selectScopeFigures } from './queries'

export const homeHandlers = {
  homeScope: async ({ db, user, query }) => {
    const scope = await selectScope(db, user, query.depart)
    const top = await selectDepartmentTree(db, query.depart ?? user.departmentId)
    const figures = await selectScopeFigures(db, scope)
    return {
      depart: String(top.id),
      name: top.name,
      stores: figures.stores,
      devices: figures.devices,
      hosts_lost: figures.hostsLost,
      newest_reading_at: figures.newestReadingAt === null ? null : instantText(figures.newestReadingAt),
    }
  },

  homeConnectionRate: async ({ db, user, query, clock, language, translate }) => {
    const scope = await selectScope(db, user, query.depart)
    const top = await selectDepartmentTree(db, query.depart ?? user.departmentId)
    const figures = await collectHomeConnection(db, scope, top, clock.now())
    return presentHomeConnection(figures, { language, translate })
  },
} satisfies Pick<Handlers, 'homeScope' | 'homeConnectionRate'>
