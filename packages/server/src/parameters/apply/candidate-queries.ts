import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/connect'
import { sameIn } from '../../db/same-in'

/** The device that shows most of what a change does to it: its terminal is there, it has a baseline, and no alarm stands. */
export async function selectFirstDevice(db: Db, devices: readonly DeviceId[]): Promise<DeviceId | null> {
  const row = await db
    .selectFrom('device')
    .leftJoin('terminalState', sameIn('terminalState', 'device', 'storeId', 'terminalId'))
    .leftJoin('deviceHealth', sameIn('deviceHealth', 'device', 'storeId', 'deviceId'))
    .select('device.deviceId')
    .where(sql<SqlBool>`device.device_id = any(${devices}::bigint[])`)
    .orderBy(sql`(terminal_state.connection = 'online') is true`, 'desc')
    .orderBy(sql`device_health.baseline is not null and device_health.no_score is null`, 'desc')
    .orderBy(
      sql`exists (select from alarm a where a.store_id = device.store_id and a.device_id = device.device_id
        and a.cleared_at is null)`,
    )
    .orderBy('device.storeId')
    .orderBy('device.deviceId')
    .limit(1)
    .executeTakeFirst()
  return row?.deviceId ?? null
}

/** Devices as people know them, by their id. */
export async function selectPlacedDevices(db: Db, devices: readonly DeviceId[]) {
  if (devices.length === 0) return new Map<DeviceId, PlacedDevice>()
  const rows: PlacedDevice[] = await db
    .selectFrom('device')
    .innerJoin('store', 'store.storeId', 'device.storeId')
    .select(['device.deviceId', 'device.name', 'device.storeId'])
    .select(['store.code as storeCode', 'store.name as storeName', 'store.zone as timeZone'])
    .where(sql<SqlBool>`device.device_id = any(${devices}::bigint[])`)
    .execute()
  return new Map(rows.map((row) => [row.deviceId, row]))
}

export interface PlacedDevice {
  readonly deviceId: DeviceId
  readonly name: string
  readonly storeId: StoreId
  readonly storeCode: string
  readonly storeName: string
  readonly timeZone: string
}
