import { Problem } from '@coldkeep/contract/problem'
import type { DeviceModelId } from '@coldkeep/domain/ids'
import type { Db } from '../../db/connect'

export interface ModelName {
  readonly brand: string
  readonly model: string
}

/** @throws Problem `model.unknown` */
export async function selectModel(db: Db, { brand, model }: ModelName) {
  const row = await db
    .selectFrom('deviceModel')
    .select(['deviceModelId', 'brand', 'model', 'source', 'note'])
    .where('brand', '=', brand)
    .where('model', '=', model)
    .executeTakeFirst()
  if (row === undefined) throw new Problem('model.unknown')
  return row
}

/** Changes of one model follow one another, so that what is judged is what is written. */
export async function lockModel(trx: Db, deviceModelId: DeviceModelId): Promise<void> {
  await trx
    .selectFrom('deviceModel')
    .select('deviceModelId')
    .where('deviceModelId', '=', deviceModelId)
    .forUpdate()
    .execute()
}
