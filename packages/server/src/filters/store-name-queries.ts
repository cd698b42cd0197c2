import type { DepartmentId, DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import type { Language } from '@coldkeep/phrases/translate'
import { sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isInScope, isShown } from '../access/scope-queries'
import type { Db } from '../db/connect'

export interface StoreFilter {
  readonly scope: Scope
  /** Null: every store of the scope. */
  readonly storeIds: readonly StoreId[] | null
}

/** Which stored day figures an analysis is made of. */
export interface DayFilter extends ChosenDays, StoreFilter {}

export interface NamedStore {
  readonly storeId: StoreId
  readonly code: string
  readonly name: string
  readonly departmentId: DepartmentId
  readonly zone: string
}

export interface NamedDevice {
  readonly store: NamedStore
  readonly deviceName: string
}

/** The stores of a filter, to join its day rows to. */
export function storesOf(db: Db, { scope, storeIds }: StoreFilter) {
  return db
    .selectFrom('store')
    .where(isInScope(scope))
    .$if(storeIds !== null, (query) => query.where(sql<boolean>`store.store_id = any(${storeIds}::int[])`))
}

/** Those of them that are named one by one; null where all of the scope are meant. */
export function namedStores(db: Db, filter: StoreFilter) {
  return filter.storeIds === null ? null : storesOf(db, filter)
}

export async function selectStoreNames(db: Db, filter: StoreFilter): Promise<Map<StoreId, NamedStore>> {
  const stores = await storesOf(db, filter)
    .select(['store.storeId', 'store.code', 'store.name', 'store.departmentId', 'store.zone'])
    .execute()
  return new Map(stores.map((store) => [store.storeId, store]))
}

/** The stores of a filter in the order in which people look names up: 2 before 10. */
export async function selectStoresByName(
  db: Db,
  filter: StoreFilter,
  language: Language,
): Promise<StoreId[]> {
  const { compare } = new Intl.Collator(language, { numeric: true })
  const stores = await storesOf(db, filter).select(['store.storeId', 'store.name']).execute()
  return stores.sort((a, b) => compare(a.name, b.name) || a.storeId - b.storeId).map(({ storeId }) => storeId)
}

/**
 * Puts store and device names to rows that were grouped by device; rows whose device is gone or withheld are left out. Names are
 * looked up afterwards, since grouping by them is three times slower over a whole chain.
 */
export async function withNames<Row extends { storeId: StoreId; deviceId: DeviceId }>(
  db: Db,
  filter: StoreFilter,
  rows: readonly Row[],
): Promise<(Row & NamedDevice)[]> {
  const [stores, devices] = await Promise.all([
    selectStoreNames(db, filter),
    storesOf(db, filter)
      .innerJoin('device', 'device.storeId', 'store.storeId')
      .where(isShown(filter.scope, 'device'))
      .select(['device.deviceId', 'device.name'])
      .execute(),
  ])
  const nameById = new Map(devices.map((device) => [device.deviceId, device.name]))
  return rows.flatMap((row) => {
    const store = stores.get(row.storeId)
    const deviceName = nameById.get(row.deviceId)
    return store === undefined || deviceName === undefined ? [] : { ...row, store, deviceName }
  })
}

/** Both days included; they are days of each store. */
export interface ChosenDays {
  readonly first: LocalDate
  readonly last: LocalDate
}
