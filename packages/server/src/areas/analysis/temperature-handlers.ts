import type { StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { localDate } from '@coldkeep/domain/time/local-date'
import type { Db } from '../../db/connect'
import type { Handlers } from '../../http/bind-call'
import { selectScope, selectStoreInScope } from '../../http/scope'
import { presentStoreTemperature, presentTemperatureAssurance } from '../../present/temperature-assurance'
import type { StoreInsurance } from '../../present/temperature-tables'
import { chosenDays, chosenStores, weekPageInfo } from './filter'
import { type DayFilter, selectStoreNames } from './store-names'
import {
  selectDeviceTemperatureDay,
  selectDeviceTemperatures,
  selectStoreExpiries,
  selectVerdictsByDay,
  selectVerdictsByStore,
} from './temperature-queries'

type TemperatureCall = 'temperatureAssurancePageInfo' | 'temperatureAssurance' | 'storeTemperatureAssurance'

export const temperatureHandlers = {
  temperatureAssurancePageInfo: weekPageInfo,

  temperatureAssurance: async ({ db, user, query, clock, language, translate }) => {
    const days = chosenDays(query.start, query.end)
    const { scope, store } = await chosenStores(db, user, query)
    const filter = { scope, storeId: store?.storeId ?? null, ...days }
    const now = clock.now()
    const figures = {
      ...days,
      byDay: await selectVerdictsByDay(db, filter),
      stores: await insurances(db, filter, now),
      devices: await selectDeviceTemperatures(db, filter),
      now,
    }
    return presentTemperatureAssurance(figures, { language, translate })
  },

  storeTemperatureAssurance: async ({ db, user, params, query, clock, language, translate }) => {
    const scope = await selectScope(db, user)
    const { storeId, name } = await selectStoreInScope(db, scope, params.storeid)
    const on = localDate(query.on)
    const devices = await selectDeviceTemperatureDay(db, { scope, storeId, first: on, last: on })
    const figures = { storeName: name, on, devices, now: clock.now() }
    return presentStoreTemperature(figures, { language, translate })
  },
} satisfies Pick<Handlers, TemperatureCall>

/** Every store that has an insured device, with its verdicts of the period. */
async function insurances(db: Db, filter: DayFilter, now: EpochMs): Promise<StoreInsurance[]> {
  const expiries = await selectStoreExpiries(db, filter, now)
  const verdicts = new Map<StoreId, StoreInsurance['days']>(
    (await selectVerdictsByStore(db, filter)).map((row) => [row.storeId, row]),
  )
  const stores = await selectStoreNames(db, filter)
  return expiries.flatMap(({ storeId, ...expiry }) => {
    const store = stores.get(storeId)
    return store === undefined ? [] : { store, ...expiry, days: verdicts.get(storeId) ?? null }
  })
}
