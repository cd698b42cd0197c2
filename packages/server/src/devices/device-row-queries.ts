import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { Insertable, Updateable } from 'kysely'
import type { Db } from '../db/connect'
import type { Tables } from '../db/tables'

export interface DeviceKeys {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
}

export async function insertDevice(trx: Db, device: Insertable<Tables['device']>): Promise<DeviceId> {
  const { deviceId } = await trx
    .insertInto('device')
    .values(device)
    .returning('deviceId')
    .executeTakeFirstOrThrow()
  return deviceId
}

export async function updateDeviceRow(
  trx: Db,
  { storeId, deviceId }: DeviceKeys,
  change: Updateable<Tables['device']>,
): Promise<void> {
  await trx
    .updateTable('device')
    .set(change)
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .execute()
}
