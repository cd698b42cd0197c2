import { Problem } from '@coldkeep/contract/problem'
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
