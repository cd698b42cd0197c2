import type { DepartmentId, DeviceId, StoreId, VendorId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type LocalDate, localDate } from '@coldkeep/domain/time/local-date'
import { sql } from 'kysely'
import type { Db } from '../../db/connect'
import { isInScope, type Scope } from '../../http/scope'

/** Which stored connection figures an analysis is made of. */
export interface ConnectionFilter {
  readonly scope: Scope
  readonly storeId: StoreId | null
  readonly vendorId: VendorId | null
  readonly first: LocalDate
  readonly last: LocalDate
}

/** Slots by what became of them, and the lost ones in minutes. */
export interface ConnectionSums {
  readonly ok: number
  readonly deviceLost: number
  readonly hostLost: number
  readonly deviceLostMinutes: number
  readonly hostLostMinutes: number
}

export interface DeviceConnection extends ConnectionSums {
  readonly store: ConnectedStore
  readonly deviceId: DeviceId
  readonly deviceName: string
}

export interface ConnectedStore {
  readonly storeId: StoreId
  readonly name: string
  readonly departmentId: DepartmentId
}

export interface DayConnection extends ConnectionSums {
  readonly on: LocalDate
  readonly computedAt: EpochMs
}

// Periods may differ between devices and days, so minutes are made before anything is added up.
const sums = [
  sql<number>`sum(ok)`.as('ok'),
  sql<number>`sum(device_lost)`.as('deviceLost'),
  sql<number>`sum(host_lost)`.as('hostLost'),
  sql<number>`sum(device_lost * period_seconds)::float8 / 60`.as('deviceLostMinutes'),
  sql<number>`sum(host_lost * period_seconds)::float8 / 60`.as('hostLostMinutes'),
] as const

/** One row per device that has figures, in no order. */
export async function selectConnectionByDevice(
  db: Db,
  filter: ConnectionFilter,
): Promise<DeviceConnection[]> {
  // Names are looked up afterwards: grouping by them made this three times slower over a whole chain.
  const counted = await connectionDays(db, filter)
    .select(['connectionDay.storeId', 'connectionDay.deviceId', ...sums])
    .groupBy(['connectionDay.storeId', 'connectionDay.deviceId'])
    .execute()
  const stores = await storesOf(db, filter)
    .select(['store.storeId', 'store.name', 'store.departmentId'])
    .execute()
  const devices = await storesOf(db, filter)
    .innerJoin('device', 'device.storeId', 'store.storeId')
    .select(['device.deviceId', 'device.name'])
    .execute()
  const storeById = new Map(stores.map((store) => [store.storeId, store]))
  const nameById = new Map(devices.map((device) => [device.deviceId, device.name]))
  return counted.flatMap((slots) => {
    const store = storeById.get(slots.storeId)
    const deviceName = nameById.get(slots.deviceId)
    return store === undefined || deviceName === undefined ? [] : Object.assign(slots, { store, deviceName })
  })
}

/** One row per day that has figures. */
export async function selectConnectionByDay(db: Db, filter: ConnectionFilter): Promise<DayConnection[]> {
  const rows = await connectionDays(db, filter)
    .select(['connectionDay.on', ...sums])
    .select(({ fn }) => fn.max('connectionDay.computedAt').as('computedAt'))
    .groupBy('connectionDay.on')
    .orderBy('connectionDay.on')
    .execute()
  return rows.map((row) => ({ ...row, on: localDate(row.on) }))
}

function connectionDays(db: Db, filter: ConnectionFilter) {
  return storesOf(db, filter)
    .innerJoin('connectionDay', 'connectionDay.storeId', 'store.storeId')
    .where('connectionDay.on', '>=', filter.first)
    .where('connectionDay.on', '<=', filter.last)
}

function storesOf(db: Db, { scope, storeId, vendorId }: ConnectionFilter) {
  return db
    .selectFrom('store')
    .where(isInScope(scope))
    .$if(storeId !== null, (query) => query.where('store.storeId', '=', storeId as StoreId))
    .$if(vendorId !== null, (query) => query.where('store.vendorId', '=', vendorId as VendorId))
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

/** The time zone that most stores of a scope are in; `UTC` where there is none. */
export async function selectCommonZone(db: Db, scope: Scope): Promise<string> {
  const row = await db
    .selectFrom('store')
    .select('zone')
    .where(isInScope(scope))
    .groupBy('zone')
    .orderBy(sql`count(*) desc`)
    .orderBy('zone')
    .limit(1)
    .executeTakeFirst()
  return row?.zone ?? 'UTC'
}
