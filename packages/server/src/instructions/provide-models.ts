import { readdir, readFile } from 'node:fs/promises'
import type { DeviceModelId } from '@coldkeep/domain/ids'
import type { DeviceModel, ModelTables } from '@coldkeep/domain/polling/device-model'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { SERVER } from '../audit/add-audit'
import { canonicalJson } from '../db/canonical-json'
import type { Db, Trx } from '../db/connect'
import { updateModelSource } from './model-queries'
import { hasPollCommands, lockModel, replaceModelTables } from './model-table-queries'
import { insertVersion, selectVersions } from './model-version-queries'
import { notifyBelow } from './notify-of-model'
import { selectPolledCommands } from './polled-command-queries'
import { lackingOf } from './polled-commands'
import {
  insertDeviceModel,
  selectAllTables,
  selectProductModel,
  selectPublishedNames,
} from './product-model-queries'
import type { ModelPublished } from './publish-tables'

const folder = new URL('../../../../device-models/', import.meta.url)

interface Providing {
  readonly now: EpochMs
  readonly published: ModelPublished
}

/**
 * Fills in the models that come with the product, each as a first version, and publishes what differs in them since:
 * each in one transaction, so that of several servers that start at once one does it, and a server that is killed
 * leaves the rest to the next. What a department has under such a name is left as people have it.
 * @returns brand and name of those that are not renewed, because scripts poll commands that they no longer have
 */
export async function provideModels(
  db: Db,
  providing: Providing,
  files?: readonly DeviceModel[],
): Promise<readonly string[]> {
  const names = await selectPublishedNames(db)
  const kept: string[] = []
  for (const file of files ?? (await readModels())) {
    const name = `${file.brand} ${file.model}`
    if (!names.has(name)) await publishFirst(db, file, providing)
    else if (!(await publishNext(db, file, providing))) kept.push(name)
  }
  return kept
}

async function publishFirst(db: Db, file: DeviceModel, { now }: Providing): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const id = await insertDeviceModel(trx, file.brand, file.model)
    await lockModel(trx, id)
    if ((await selectVersions(trx, id)).length > 0) return
    if (await hasPollCommands(trx, id)) return
    await putTables(trx, id, file, 1, now)
  })
}

/** @returns false where it may not be published */
async function publishNext(db: Db, file: DeviceModel, { now, published }: Providing): Promise<boolean> {
  const { brand, model } = file
  const id = await selectProductModel(db, brand, model)
  if (id === null || isAmong(await selectAllTables(db, id), file)) return true
  return db.transaction().execute(async (trx) => {
    await lockModel(trx, id)
    const versions = await selectAllTables(trx, id)
    if (isAmong(versions, file)) return true
    const codes = file.commands.map(({ commandCode }) => commandCode)
    if (lackingOf(await selectPolledCommands(trx, id), codes).length > 0) return false
    const version = versions.length + 1
    await putTables(trx, id, file, version, now)
    await published(trx, id, now)
    const changed = { deviceModelId: id, departmentId: null, brand, model }
    await notifyBelow(trx, changed, SERVER, { version, note: '', now })
    return true
  })
}

async function putTables(
  trx: Trx,
  id: DeviceModelId,
  { source, note, commands, writes }: DeviceModel,
  version: number,
  now: EpochMs,
): Promise<void> {
  const tables = { commands, writes }
  await updateModelSource(trx, id, { source, note })
  await replaceModelTables(trx, id, tables)
  const about = { note: '', publishedBy: SERVER.name, publishedAt: now, hasReviewedWrites: true }
  await insertVersion(trx, id, tables, { version, ...about })
}

/** Earlier versions count: a server of an older program that starts again does not take a model back. */
function isAmong(versions: readonly ModelTables[], { commands, writes }: DeviceModel): boolean {
  const own = canonicalJson({ commands, writes })
  return versions.some((version) => canonicalJson(version) === own)
}

async function readModels(): Promise<DeviceModel[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json') && name !== 'schema.json')
  return Promise.all(
    names
      .toSorted()
      .map(async (name) => JSON.parse(await readFile(new URL(name, folder), 'utf8')) as DeviceModel),
  )
}
