import { readdir, readFile } from 'node:fs/promises'
import type { DeviceModel } from '@coldkeep/domain/polling/device-model'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Db } from '../db/connect'
import { updateModelSource } from './model-queries'
import { hasPollCommands, lockModel, replaceModelTables } from './model-table-queries'
import { insertVersion, selectVersions } from './model-version-queries'
import { insertDeviceModel, selectProvidedModels } from './product-model-queries'

const folder = new URL('../../../../device-models/', import.meta.url)
/** Who published what comes with the product. */
const PUBLISHER = 'Coldkeep'

/**
 * Fills in the models that come with the product, each as a first version. A model that has been published
 * since is left as people have it.
 */
export async function provideModels(db: Db, now: EpochMs): Promise<void> {
  const published = await selectProvidedModels(db)
  const missing = (await readModels()).filter(({ brand, model }) => !published.has(`${brand} ${model}`))
  for (const { brand, model, source, note, commands, writes } of missing) {
    await db.transaction().execute(async (trx) => {
      const id = await insertDeviceModel(trx, brand, model)
      // two servers that start at once fill in one after the other
      await lockModel(trx, id)
      if ((await selectVersions(trx, id)).length > 0) return
      if (await hasPollCommands(trx, id)) return
      await updateModelSource(trx, id, { source, note })
      const tables = { commands, writes }
      await replaceModelTables(trx, id, tables)
      const about = { note: '', publishedBy: PUBLISHER, publishedAt: now, hasReviewedWrites: true }
      await insertVersion(trx, id, tables, { version: 1, ...about })
    })
  }
}

async function readModels(): Promise<DeviceModel[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json') && name !== 'schema.json')
  return Promise.all(
    names
      .toSorted()
      .map(async (name) => JSON.parse(await readFile(new URL(name, folder), 'utf8')) as DeviceModel),
  )
}
