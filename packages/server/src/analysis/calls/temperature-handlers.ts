import type { VerdictCounts } from '@coldkeep/domain/analysis/protection-verdict'
import type { StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { localDate } from '@coldkeep/domain/time/local-date'
import { scopeOf, selectStoreInScope } from '../../access/scope'
import type { Handlers } from '../../calls/bind-call'
import type { Db } from '../../db/connect'
import { chosenDays, chosenStores, weekPageInfo } from '../../filters/filter'
import { firstStores, MOST_INSURED, MOST_STORES } from '../../filters/first-stores'
import type { DayFilter } from '../../filters/store-name-queries'
import { rankStores } from '../rank-stores'
import {
  selectDeviceTemperatureDay,
  selectDeviceTemperatures,
  selectStoreExpiries,
  selectVerdictsByDay,
  selectVerdictsByStore,
} from '../shown-temperature-queries'
import {
  presentStoreTemperature,
  presentTemperatureAssurance,
  type TemperatureAssuranceFigures,
} from '../words/temperature-assurance'

type TemperatureCall = 'temperatureAssurancePageInfo' | 'temperatureAssurance' | 'storeTemperatureAssurance'

export const temperatureHandlers = {
  temperatureAssurancePageInfo: weekPageInfo,

  temperatureAssurance: async ({ db, user, query, clock, language, translate }) => {
    const days = chosenDays(query.start, query.end)
    const { scope, storeIds } = await chosenStores(db, user, query)
    const filter = { scope, storeIds, ...days }
    const now = clock.now()
    const [byDay, insured, tabled] = await Promise.all([
      selectVerdictsByDay(db, filter),
      selectInsurances(db, filter, now),
      selectTroubled(db, filter),
    ])
    const figures = { ...days, byDay, insured, ...tabled, now }
    return presentTemperatureAssurance(figures, { language, translate })
  },

  storeTemperatureAssurance: async ({ db, user, params, query, clock, language, translate }) => {
    const scope = scopeOf(user)
    const { storeId, name } = await selectStoreInScope(db, scope, params.storeId)
    const on = localDate(query.on)
    const devices = await selectDeviceTemperatureDay(db, { scope, storeIds: [storeId] }, on)
    const figures = { storeName: name, on, devices, now: clock.now() }
    return presentStoreTemperature(figures, { language, translate })
  },
} satisfies Pick<Handlers, TemperatureCall>

/** The devices of the stores that need attention most. */
async function selectTroubled(
  db: Db,
  filter: DayFilter,
): Promise<Pick<TemperatureAssuranceFigures, 'devices' | 'extent'>> {
  const order = await rankStores(db, 'temperature', filter, MOST_STORES)
  const { filter: first, extent } = firstStores(filter, order)
  return { devices: await selectDeviceTemperatures(db, first), extent }
}

/** The insured stores with their verdicts of the period: all, or of a large chain those that run out first. */
async function selectInsurances(
  db: Db,
  filter: DayFilter,
  now: EpochMs,
): Promise<TemperatureAssuranceFigures['insured']> {
  const { stores, extent } = await selectStoreExpiries(db, filter, now, MOST_INSURED)
  const storeIds = extent.shown === extent.total ? filter.storeIds : stores.map(({ store }) => store.storeId)
  const byStore = await selectVerdictsByStore(db, { ...filter, storeIds })
  const verdicts = new Map<StoreId, VerdictCounts>(byStore.map((row) => [row.storeId, row]))
  return {
    stores: stores.map((expiry) => ({ ...expiry, days: verdicts.get(expiry.store.storeId) ?? null })),
    extent,
  }
}
