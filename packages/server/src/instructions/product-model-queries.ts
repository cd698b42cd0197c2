import type { DeviceModelId } from '@coldkeep/domain/ids'
import type { Db } from '../db/connect'

/**
 * The model of that brand and name without an owner, as those that come with the product; made when it is
 * new.
 */
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

/** Brand and name, with a space between them, of each model that has a first version. */
export async function selectProvidedModels(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('deviceModel')
    .innerJoin('modelVersion', 'modelVersion.deviceModelId', 'deviceModel.deviceModelId')
    .select(['brand', 'model'])
    .where('version', '=', 1)
    .execute()
  return new Set(rows.map(({ brand, model }) => `${brand} ${model}`))
}
