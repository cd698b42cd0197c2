import type { Handlers } from '../../http/bind-call'
import { selectScope } from '../../http/scope'
import { presentHomeConnection } from '../../present/home-connection'
import { presentHomeDemand } from '../../present/home-demand'
import { presentHomeEnergy } from '../../present/home-energy'
import { presentHomeHealth } from '../../present/home-health'
import { presentHomeOperation } from '../../present/home-operation'
import { presentHomeTemperature } from '../../present/home-temperature'
import { instantText } from '../../present/time-text'
import { presentWorstStores } from '../../present/worst-stores'
import { selectAlarmsById } from '../alarms/queries'
import { selectDepartmentTree } from '../organisation/queries'
import { collectHomeConnection } from './collect-connection'
import { collectHomeDemand, collectHomeEnergy } from './collect-electricity'
import { collectHomeHealth } from './collect-health'
import { collectHomeOperation } from './collect-operation'
import { collectOrganisation } from './collect-organisation'
import { collectHomeTemperature } from './collect-temperature'
import { selectScopeFigures } from './queries'
import { selectWorstStores } from './worst-store-queries'

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

  homeOrganisation: async ({ db, user, query }) => {
    const scope = await selectScope(db, user, query.depart)
    const top = await selectDepartmentTree(db, query.depart ?? user.departmentId)
    const parts = await collectOrganisation(db, scope, top)
    return {
      parts: parts.map((part) => ({
        depart: String(part.departmentId),
        store: part.storeId === null ? null : String(part.storeId),
        name: part.name,
        stores: part.stores,
        hosts_lost: part.hostsLost,
        open: part.open,
      })),
    }
  },

  homeConnectionRate: async ({ db, user, query, clock, language, translate }) => {
    const scope = await selectScope(db, user, query.depart)
    const top = await selectDepartmentTree(db, query.depart ?? user.departmentId)
    const figures = await collectHomeConnection(db, scope, top, clock.now())
    return presentHomeConnection(figures, { language, translate })
  },

  homeTemperatureAssurance: async ({ db, user, query, clock, language, translate }) => {
    const scope = await selectScope(db, user, query.depart)
    const figures = await collectHomeTemperature(db, scope, clock.now())
    return presentHomeTemperature(figures, { language, translate })
  },

  homeHealth: async ({ db, user, query, clock, language, translate }) => {
    const scope = await selectScope(db, user, query.depart)
    return presentHomeHealth(await collectHomeHealth(db, scope, clock.now()), { language, translate })
  },

  worstStores: async ({ db, user, query, clock, language, translate }) => {
    const scope = await selectScope(db, user, query.depart)
    const stores = await selectWorstStores(db, scope, clock.now())
    const ids = stores.flatMap(({ firstAlarmId }) => firstAlarmId ?? [])
    const alarms = ids.length === 0 ? [] : await selectAlarmsById(db, scope, ids)
    return presentWorstStores(stores, alarms, { language, translate })
  },

  homeOperation: async ({ db, user, query, clock, language, translate }) => {
    const scope = await selectScope(db, user, query.depart)
    const figures = await collectHomeOperation(db, scope, clock.now())
    return presentHomeOperation(figures, { language, translate })
  },

  homeDemand: async ({ db, user, query, clock, language, translate }) => {
    const scope = await selectScope(db, user, query.depart)
    const top = await selectDepartmentTree(db, query.depart ?? user.departmentId)
    return presentHomeDemand(await collectHomeDemand(db, scope, top, clock.now()), { language, translate })
  },

  homeEnergyComparison: async ({ db, user, query, clock, language, translate }) => {
    const scope = await selectScope(db, user, query.depart)
    const top = await selectDepartmentTree(db, query.depart ?? user.departmentId)
    return presentHomeEnergy(await collectHomeEnergy(db, scope, top, clock.now()), { language, translate })
  },
} satisfies Pick<
  Handlers,
  | 'homeScope'
  | 'homeOrganisation'
  | 'homeConnectionRate'
  | 'homeTemperatureAssurance'
  | 'homeHealth'
  | 'worstStores'
  | 'homeOperation'
  | 'homeDemand'
  | 'homeEnergyComparison'
>
