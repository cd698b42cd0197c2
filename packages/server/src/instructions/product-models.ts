import type { DeviceModelId } from '@coldkeep/domain/ids'
import type { Db } from '../db/connect'

/** The model of that brand and name that belongs to nobody, as those that come with the product; made when it is new. */
export async function insertDeviceModel(db: Db, brand: string, model: string): Promise<DeviceModelId> {
  await db
    .insertInto('deviceModel')
    .values({ brand, model })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .selectFrom('deviceModel')
    .select('deviceModelId')
    .where('departmentId', 'is', null)
    .where('brand', '=', brand)
    .where('model', '=', model)
    .executeTakeFirstOrThrow()
  return row.deviceModelId
}
