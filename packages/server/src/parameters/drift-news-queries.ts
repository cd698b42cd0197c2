import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import { type SqlBool, sql } from 'kysely'
import { rightColumns } from '../access/account-right-queries'
import { selectPath } from '../access/department-path-queries'
import type { Db, Trx } from '../db/connect'

/** The rights of accounts that see a store. */
export async function selectDriftAccounts(trx: Trx, storeId: StoreId) {
  return trx
    .selectFrom('account')
    .select('account.accountId')
    .select(rightColumns)
    .where('account.isEnabled', '=', true)
    .where('account.departmentId', 'in', await selectPath(trx, storeId))
    .execute()
}

export function selectDriftDevice(db: Db, storeId: StoreId, deviceId: DeviceId) {
  return db
    .selectFrom('device')
    .select(['type', 'zone'])
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .executeTakeFirst()
}

/** Devices with their stores, by the id of the device. */
export async function selectNamedDevices(db: Db, devices: readonly DeviceId[]) {
  const rows = await db
    .selectFrom('device')
    .innerJoin('store', 'store.storeId', 'device.storeId')
    .select(['device.deviceId', 'device.name', 'store.code as storeCode', 'store.name as storeName'])
    .where('device.deviceId', 'in', devices)
    .execute()
  return new Map(rows.map((row) => [row.deviceId, row]))
}

/** The device that row `n` of the outbox is about. */
export const equipmentOfDrift = sql`select d.store_id, d.device_id from device d
  where d.store_id = n.store_id and d.device_id = n.subject_id`

/** That parameters of a device changed needs no reading once someone has seen it. */
export const isDriftSeen = sql<SqlBool>`exists (select from parameter_event e where e.store_id = n.store_id
  and e.parameter_event_id = (n.detail ->> 'event')::bigint and e.seen_at is not null)`
