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

export interface ConnectionSums {
  readonly ok: number
  readonly deviceLost: number
  readonly hostLost: number
  readonly deviceLostMinutes: number
  readonly hostLostMinutes: number
}

export interface DeviceConnection extends ConnectionSums {
  readonly storeId: StoreId
  readonly storeCode: string
  readonly storeName: string
  readonly departmentId: DepartmentId
  readonly deviceId: DeviceId
  readonly deviceName: string
  readonly computedAt: EpochMs
}

export interface DayConnection extends ConnectionSums {
  readonly on: LocalDate
}

// Periods may differ between devices and days, so minutes are made before anything is added up.
const sums = [
  sql<number>`sum(ok)::float8`.as('ok'),
  sql<number>`sum(device_lost)::float8`.as('deviceLost'),
  sql<number>`sum(host_lost)::float8`.as('hostLost'),
  sql<number>`sum(device_lost * period_seconds::float8) / 60`.as('deviceLostMinutes'),
  sql<number>`sum(host_lost * period_seconds::float8) / 60`.as('hostLostMinutes'),
] as const

/** One row per device, in the order of store names, then device names. */
export async function selectConnectionByDevice(
  db: Db,
  filter: ConnectionFilter,
): Promise<DeviceConnection[]> {
  return connectionDays(db, filter)
    .innerJoin('device', (join) =>
      join
        .onRef('device.storeId', '=', 'connectionDay.storeId')
        .onRef('device.deviceId', '=', 'connectionDay.deviceId'),
    )
    .select([
      'store.storeId',
      'store.code as storeCode',
      'store.name as storeName',
      'store.departmentId',
      'device.deviceId',
      'device.name as deviceName',
      ...sums,
    ])
    .select(({ fn }) => fn.max('connectionDay.computedAt').as('computedAt'))
    .groupBy(['store.storeId', 'store.code', 'store.name', 'store.departmentId'])
    .groupBy(['device.deviceId', 'device.name'])
    .orderBy('store.name')
    .orderBy('store.storeId')
    .orderBy('device.name')
    .orderBy('device.deviceId')
    .execute()
}

/** One row per day that has figures. */
export async function selectConnectionByDay(db: Db, filter: ConnectionFilter): Promise<DayConnection[]> {
  const rows = await connectionDays(db, filter)
    .select(['connectionDay.on', ...sums])
    .groupBy('connectionDay.on')
    .orderBy('connectionDay.on')
    .execute()
  return rows.map((row) => ({ ...row, on: localDate(row.on) }))
}

function connectionDays(db: Db, { scope, storeId, vendorId, first, last }: ConnectionFilter) {
  return db
    .selectFrom('store')
    .innerJoin('connectionDay', 'connectionDay.storeId', 'store.storeId')
    .where(isInScope(scope))
    .where('connectionDay.on', '>=', first)
    .where('connectionDay.on', '<=', last)
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
