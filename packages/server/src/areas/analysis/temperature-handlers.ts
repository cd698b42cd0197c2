import type { VerdictCounts } from '@coldkeep/domain/analysis/protection-verdict'
import type { StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { localDate } from '@coldkeep/domain/time/local-date'
import type { Db } from '../../db/connect'
import type { Handlers } from '../../http/bind-call'
import { selectScope, selectStoreInScope } from '../../http/scope'
import { presentStoreTemperature, presentTemperatureAssurance } from '../../present/temperature-assurance'
import type { StoreInsurance } from '../../present/temperature-tables'
import { chosenDays, chosenStores, weekPageInfo } from './filter'
import { firstStores } from './first-stores'
import { type StoreFilter, selectStoreNames } from './store-names'
import {
  type StoreVerdicts,
  selectDeviceTemperatureDay,
  selectDeviceTemperatures,
  selectStoreExpiries,
  selectVerdictsByDay,
  selectVerdictsByStore,
} from './temperature-queries'

/** How much worse than a day to watch a breach is. */
const BREACH_WEIGHT = 10

type TemperatureCall = 'temperatureAssurancePageInfo' | 'temperatureAssurance' | 'storeTemperatureAssurance'

export const temperatureHandlers = {
  temperatureAssurancePageInfo: weekPageInfo,

  temperatureAssurance: async ({ db, user, query, clock, language, translate }) => {
    const days = chosenDays(query.start, query.end)
    const { scope, storeIds } = await chosenStores(db, user, query)
    const filter = { scope, storeIds, ...days }
    const now = clock.now()
    const byStore = await selectVerdictsByStore(db, filter)
    const tabled = firstStores(filter, byStore, troubles)
    const figures = {
      ...days,
      byDay: await selectVerdictsByDay(db, filter),
      stores: await insurances(db, filter, byStore, now),
      devices: await selectDeviceTemperatures(db, tabled.filter),
      extent: tabled.extent,
      now,
    }
    return presentTemperatureAssurance(figures, { language, translate })
  },

  storeTemperatureAssurance: async ({ db, user, params, query, clock, language, translate }) => {
    const scope = await selectScope(db, user)
    const { storeId, name } = await selectStoreInScope(db, scope, params.storeid)
    const on = localDate(query.on)
    const devices = await selectDeviceTemperatureDay(db, { scope, storeIds: [storeId] }, on)
    const figures = { storeName: name, on, devices, now: clock.now() }
    return presentStoreTemperature(figures, { language, translate })
  },
} satisfies Pick<Handlers, TemperatureCall>

function troubles({ breach, watch, no_data }: VerdictCounts): number {
  return BREACH_WEIGHT * breach + watch + no_data
}

/** Every store that has an insured device, with its verdicts of the period. */
async function insurances(
  db: Db,
  filter: StoreFilter,
  byStore: readonly StoreVerdicts[],
  now: EpochMs,
): Promise<StoreInsurance[]> {
  const expiries = await selectStoreExpiries(db, filter, now)
  const verdicts = new Map<StoreId, StoreInsurance['days']>(byStore.map((row) => [row.storeId, row]))
  const stores = await selectStoreNames(db, filter)
  return expiries.flatMap(({ storeId, ...expiry }) => {
    const store = stores.get(storeId)
    return store === undefined ? [] : { store, ...expiry, days: verdicts.get(storeId) ?? null }
  })
}
