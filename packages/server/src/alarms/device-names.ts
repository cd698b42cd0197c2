import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import { type SqlBool, sql } from 'kysely'

/** A device, with the store in which it stands. */
export interface NamedDevice {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
}

export function nameOfDevice({ storeId, deviceId }: NamedDevice): string {
  return `${storeId}/${deviceId}`
}

/** Holds for rows with `store_id` and `device_id` of any other device. */
export function isNoDeviceOf(devices: readonly NamedDevice[]) {
  return sql<SqlBool>`(store_id, device_id) not in (select * from unnest(
    ${devices.map((device) => device.storeId)}::int[], ${devices.map((device) => device.deviceId)}::bigint[]))`
}
