import type { DeviceModelId } from '@coldkeep/domain/ids'
import type { ModelTables } from '@coldkeep/domain/polling/device-model'
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

/** The model of that brand and name that belongs to nobody; `null` where there is none. */
export async function selectProductModel(
  db: Db,
  brand: string,
  model: string,
): Promise<DeviceModelId | null> {
  const row = await db
    .selectFrom('deviceModel')
    .select('deviceModelId')
    .where('departmentId', 'is', null)
    .where('brand', '=', brand)
    .where('model', '=', model)
    .executeTakeFirst()
  return row?.deviceModelId ?? null
}

/** The tables of each version of a model, the first version first. */
export async function selectAllTables(db: Db, deviceModelId: DeviceModelId): Promise<ModelTables[]> {
  const rows = await db
    .selectFrom('modelVersion')
    .select('content')
    .where('deviceModelId', '=', deviceModelId)
    .orderBy('version')
    .execute()
  return rows.map(({ content }) => content)
}

/** Brand and name, with a space between them, of each model that has a first version. */
export async function selectPublishedNames(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('deviceModel')
    .innerJoin('modelVersion', 'modelVersion.deviceModelId', 'deviceModel.deviceModelId')
    .select(['brand', 'model'])
    .where('version', '=', 1)
    .execute()
  return new Set(rows.map(({ brand, model }) => `${brand} ${model}`))
}
