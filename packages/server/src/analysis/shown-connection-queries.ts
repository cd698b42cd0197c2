import type { DeviceId, StoreId, VendorId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type LocalDate, localDate } from '@coldkeep/domain/time/local-date'
import { sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isInScope } from '../access/scope-queries'
import type { Db } from '../db/connect'
import { MOST_STORES, type StoreOrder } from '../filters/first-stores'
import {
  type DayFilter,
  type NamedDevice,
  selectStoreNames,
  storesOf,
  withNames,
} from '../filters/store-name-queries'
import { rankStores } from './rank-stores'
import { shownStoreDays } from './shown-day-queries'
import { summedDays } from './summed-day-queries'

/** Which stored connection figures an analysis is made of. */
export interface ConnectionFilter extends DayFilter {
  readonly vendorId: VendorId | null
}

/** Slots by what became of them. */
export interface SlotSums {
  readonly ok: number
  readonly deviceLost: number
  readonly hostLost: number
}

/** And the lost ones in minutes. */
export interface ConnectionSums extends SlotSums {
  readonly deviceLostMinutes: number
  readonly hostLostMinutes: number
}

export interface DeviceConnection extends ConnectionSums, NamedDevice {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
}

export interface StoreConnection extends SlotSums {
  readonly storeId: StoreId
  readonly name: string
}

export interface DayConnection extends ConnectionSums {
  readonly on: LocalDate
  readonly computedAt: EpochMs
}

const slotSums = [
  sql<number>`sum(ok)::float8`.as('ok'),
  sql<number>`sum(device_lost)::float8`.as('deviceLost'),
  sql<number>`sum(host_lost)::float8`.as('hostLost'),
] as const

const sums = [
  ...slotSums,
  sql<number>`sum(device_lost_seconds)::float8 / 60`.as('deviceLostMinutes'),
  sql<number>`sum(host_lost_seconds)::float8 / 60`.as('hostLostMinutes'),
] as const

/** One row per device that has figures, in no order. */
export async function selectConnectionByDevice(
  db: Db,
  filter: ConnectionFilter,
): Promise<DeviceConnection[]> {
  const counted = await servedStores(db, filter)
    .innerJoin('connectionDay', 'connectionDay.storeId', 'store.storeId')
    .where('connectionDay.on', '>=', filter.first)
    .where('connectionDay.on', '<=', filter.last)
    .select([
      'connectionDay.deviceId',
      // Device ids are unique by themselves; grouped by both, the database expects far more groups and sorts on disk.
      sql<StoreId>`min(connection_day.store_id)`.as('storeId'),
      ...slotSums,
      // Periods may differ between devices and days, so minutes are made before anything is added up.
      sql<number>`sum(device_lost * period_seconds)::float8 / 60`.as('deviceLostMinutes'),
      sql<number>`sum(host_lost * period_seconds)::float8 / 60`.as('hostLostMinutes'),
    ])
    .groupBy('connectionDay.deviceId')
    .execute()
  return withNames(db, filter, counted)
}

/** Named afterwards: grouping by names takes twice as long. In the order of `storeIds`. */
export async function selectConnectionByStore(
  db: Db,
  filter: ConnectionFilter,
  storeIds: readonly StoreId[],
): Promise<StoreConnection[]> {
  const [rows, names] = await Promise.all([
    connectionDays(db, { ...filter, storeIds })
      .select(['connectionStoreDay.storeId', ...slotSums])
      .groupBy('connectionStoreDay.storeId')
      .execute(),
    selectStoreNames(db, { ...filter, storeIds }),
  ])
  const sumsOf = new Map(rows.map((row) => [row.storeId, row]))
  return storeIds.flatMap((storeId) => {
    const [sums, store] = [sumsOf.get(storeId), names.get(storeId)]
    return sums === undefined || store === undefined ? [] : [{ ...sums, name: store.name }]
  })
}

/** The stores of a filter with the lowest rates, those first. */
export async function rankByConnection(db: Db, filter: ConnectionFilter): Promise<StoreOrder> {
  const served =
    filter.vendorId === null ? null : await servedStores(db, filter).select('store.storeId').execute()
  const servedIds = served && new Set(served.map(({ storeId }) => storeId))
  return rankStores(db, 'connection', filter, MOST_STORES, servedIds)
}

/** One row per day that has figures. */
export async function selectConnectionByDay(db: Db, filter: ConnectionFilter): Promise<DayConnection[]> {
  const isWhole = filter.storeIds === null && filter.vendorId === null
  const rows = await summedDays(db, 'connection', filter, isWhole ? null : servedStores(db, filter))
    .select(['day.on', ...sums])
    .select(({ fn }) => fn.max('day.computedAt').as('computedAt'))
    .groupBy('day.on')
    .orderBy('day.on')
    .execute()
  return rows.map((row) => ({ ...row, on: localDate(row.on) }))
}

function connectionDays(db: Db, filter: ConnectionFilter) {
  return servedStores(db, filter)
    .innerJoin(
      shownStoreDays('connection', filter.scope, filter),
      'connectionStoreDay.storeId',
      'store.storeId',
    )
    .where('connectionStoreDay.on', '>=', filter.first)
    .where('connectionStoreDay.on', '<=', filter.last)
}

function servedStores(db: Db, filter: ConnectionFilter) {
  const { vendorId } = filter
  return storesOf(db, filter).$if(vendorId !== null, (query) =>
    query.where('store.vendorId', '=', vendorId as VendorId),
  )
}

/** Whether a vendor serves a store of the scope. */
export async function servesScope(db: Db, scope: Scope, vendorId: VendorId): Promise<boolean> {
  const row = await db
    .selectFrom('store')
    .select('storeId')
    .where(isInScope(scope))
    .where('vendorId', '=', vendorId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
