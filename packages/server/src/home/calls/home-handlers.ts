import { selectScope } from '../../access/scope'
import { selectAlarmsById } from '../../alarms/shown-alarm-queries'
import type { Handlers } from '../../calls/bind-call'
import { selectDepartmentTree } from '../../organisation/organisation-queries'
import { selectChosenPlace } from '../../settings/setting-place'
import { instantText } from '../../wording/time-text'
import { collectHomeConnection } from '../collect-connection'
import { collectHomeDemand, collectHomeEnergy } from '../collect-electricity'
import { collectHomeHealth } from '../collect-health'
import { collectHomeOperation } from '../collect-operation'
import { collectOrganisation } from '../collect-organisation'
import { collectHomeTemperature } from '../collect-temperature'
import { collectWork } from '../collect-work'
import { selectScopeFigures } from '../home-connection-queries'
import { presentHomeConnection } from '../words/home-connection'
import { presentHomeDemand } from '../words/home-demand'
import { presentHomeEnergy } from '../words/home-energy'
import { presentHomeHealth } from '../words/home-health'
import { presentHomeOperation } from '../words/home-operation'
import { presentHomeTemperature } from '../words/home-temperature'
import { presentWorstStores } from '../words/worst-stores'
import { selectWorstStores } from '../worst-store-queries'

export const homeHandlers = {
  homeScope: async ({ db, user, query }) => {
    const scope = await selectScope(db, user, query.departmentId)
    const top = await selectDepartmentTree(db, query.departmentId ?? user.departmentId)
    const figures = await selectScopeFigures(db, scope)
    return {
      departmentId: String(top.id),
      name: top.name,
      stores: figures.stores,
      devices: figures.devices,
      hostsLost: figures.hostsLost,
      newestReadingAt: figures.newestReadingAt === null ? null : instantText(figures.newestReadingAt),
    }
  },

  homeOrganisation: async ({ db, user, query }) => {
    const scope = await selectScope(db, user, query.departmentId)
    const top = await selectDepartmentTree(db, query.departmentId ?? user.departmentId)
    const parts = await collectOrganisation(db, scope, top)
    return {
      parts: parts.map((part) => ({
        departmentId: String(part.departmentId),
        store: part.storeId === null ? null : String(part.storeId),
        name: part.name,
        stores: part.stores,
        hostsLost: part.hostsLost,
        open: part.open,
      })),
    }
  },

  homeWork: async ({ db, user, query, clock }) =>
    collectWork(db, user, await selectScope(db, user, query.departmentId), clock.now()),

  homeConnectionRate: async ({ db, user, query, clock, language, translate }) => {
    const scope = await selectScope(db, user, query.departmentId)
    const top = await selectDepartmentTree(db, query.departmentId ?? user.departmentId)
    const place = await selectChosenPlace(db, user, { departmentId: top.id, storeId: null })
    const figures = await collectHomeConnection(db, scope, { top, place }, clock.now())
    return presentHomeConnection(figures, { language, translate })
  },

  homeTemperatureAssurance: async ({ db, user, query, clock, language, translate }) => {
    const scope = await selectScope(db, user, query.departmentId)
    const figures = await collectHomeTemperature(db, user, scope, clock.now())
    return presentHomeTemperature(figures, { language, translate })
  },

  homeHealth: async ({ db, user, query, clock, language, translate }) => {
    const scope = await selectScope(db, user, query.departmentId)
    return presentHomeHealth(await collectHomeHealth(db, scope, clock.now()), { language, translate })
  },

  worstStores: async ({ db, user, query, clock, language, translate }) => {
    const scope = await selectScope(db, user, query.departmentId)
    const stores = await selectWorstStores(db, scope, clock.now())
    const ids = stores.flatMap(({ firstAlarmId }) => firstAlarmId ?? [])
    const alarms = ids.length === 0 ? [] : await selectAlarmsById(db, scope, ids)
    return presentWorstStores(stores, alarms, { language, translate })
  },

  homeOperation: async ({ db, user, query, clock, language, translate }) => {
    const scope = await selectScope(db, user, query.departmentId)
    const figures = await collectHomeOperation(db, scope, clock.now())
    return presentHomeOperation(figures, { language, translate })
  },

  homeDemand: async ({ db, user, query, clock, language, translate }) => {
    const scope = await selectScope(db, user, query.departmentId)
    const top = await selectDepartmentTree(db, query.departmentId ?? user.departmentId)
    return presentHomeDemand(await collectHomeDemand(db, scope, top, clock.now()), { language, translate })
  },

  homeEnergyComparison: async ({ db, user, query, clock, language, translate }) => {
    const scope = await selectScope(db, user, query.departmentId)
    const top = await selectDepartmentTree(db, query.departmentId ?? user.departmentId)
    return presentHomeEnergy(await collectHomeEnergy(db, scope, top, clock.now()), { language, translate })
  },
} satisfies Pick<
  Handlers,
  | 'homeScope'
  | 'homeOrganisation'
  | 'homeWork'
  | 'homeConnectionRate'
  | 'homeTemperatureAssurance'
  | 'homeHealth'
  | 'worstStores'
  | 'homeOperation'
  | 'homeDemand'
  | 'homeEnergyComparison'
>
