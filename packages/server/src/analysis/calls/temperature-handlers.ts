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
import { figureRules } from '../../settings/figure-rules'
import { rankStores } from '../rank-stores'
import {
  rankByExpiry,
  selectDeviceTemperatureDay,
  selectDeviceTemperatures,
  selectStoreExpiries,
  selectVerdictsByDay,
  selectVerdictsByStore,
} from '../shown-temperature-queries'
import { csvOfDevices, csvOfStores } from '../store-csv'
import {
  presentStoreTemperature,
  presentTemperatureAssurance,
  type TemperatureAssuranceFigures,
} from '../words/temperature-assurance'
import { expiryRows, expiryTableHead, periodRows, periodTableHead } from '../words/temperature-tables'

type TemperatureCall =
  | 'temperatureAssurancePageInfo'
  | 'temperatureAssurance'
  | 'insuredStoresCsv'
  | 'insuredDevicesCsv'
  | 'storeTemperatureAssurance'

export const temperatureHandlers = {
  temperatureAssurancePageInfo: weekPageInfo,

  temperatureAssurance: async ({ db, user, query, clock, language, translate }) => {
    const days = chosenDays(query.start, query.end)
    const { scope, storeIds } = await chosenStores(db, user, query)
    const filter = { scope, storeIds, ...days }
    const now = clock.now()
    const [byDay, insured, tabled] = await Promise.all([
      selectVerdictsByDay(db, filter),
      selectInsurances(db, filter, now, MOST_INSURED),
      selectTroubled(db, filter),
    ])
    const figures = { ...days, byDay, insured, ...tabled, now }
    return presentTemperatureAssurance(figures, { language, translate })
  },

  insuredStoresCsv: async ({ db, user, query, clock, language, translate }) => {
    const days = chosenDays(query.start, query.end)
    const filter = { ...(await chosenStores(db, user, query)), ...days }
    const words = { language, translate }
    const now = clock.now()
    const read = async (storeIds: readonly StoreId[]) => {
      const { stores } = await selectInsurances(db, { ...filter, storeIds }, now, storeIds.length)
      return expiryRows(stores, words)
    }
    const insured = await rankByExpiry(db, filter, now, language)
    return csvOfStores(insured, { head: expiryTableHead(words), choice: query, read })
  },

  insuredDevicesCsv: async ({ db, user, query, language, translate }) => {
    const days = chosenDays(query.start, query.end)
    const filter = { ...(await chosenStores(db, user, query)), ...days }
    const words = { language, translate }
    const read = async (storeIds: readonly StoreId[]) =>
      periodRows(await selectDeviceTemperatures(db, { ...filter, storeIds }), words)
    return csvOfDevices(db, filter, { head: periodTableHead(words), choice: query, read }, words)
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
  limit: number,
): Promise<TemperatureAssuranceFigures['insured']> {
  const { stores, extent } = await selectStoreExpiries(db, filter, now, limit)
  const insured = stores.map(({ store }) => store.storeId)
  const storeIds = extent.shown === extent.total ? filter.storeIds : insured
  const [byStore, rules] = await Promise.all([
    selectVerdictsByStore(db, { ...filter, storeIds }),
    figureRules.insurance.ofStores(db, insured),
  ])
  const verdicts = new Map<StoreId, VerdictCounts>(byStore.map((row) => [row.storeId, row]))
  return {
    stores: stores.map((expiry) => ({
      ...expiry,
      days: verdicts.get(expiry.store.storeId) ?? null,
      chosen: rules.get(expiry.store.storeId)?.figures,
    })),
    extent,
  }
}
