import { groupBy } from '@coldkeep/domain/group-by'
import type { DeviceModelId } from '@coldkeep/domain/ids'
import type { ModelTables, ModelWrite } from '@coldkeep/domain/polling/device-model'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db, Trx } from '../db/connect'

export interface ModelVersion {
  readonly version: number
  readonly note: string
  readonly publishedBy: string
  readonly publishedAt: EpochMs
  /** Two people have looked at what its writes do, or it came with the product. */
  readonly hasReviewedWrites: boolean
}

/** What was published of a model, the newest first, each with the codes of its commands. */
export function selectVersions(
  db: Db,
  deviceModelId: DeviceModelId,
): Promise<(ModelVersion & { readonly commandCodes: readonly string[] })[]> {
  return db
    .selectFrom('modelVersion')
    .select(['version', 'note', 'publishedBy', 'publishedAt', 'hasReviewedWrites'])
    .select(
      sql<string[]>`array(select c ->> 'commandCode' from jsonb_array_elements(content -> 'commands') c)`.as(
        'commandCodes',
      ),
    )
    .where('deviceModelId', '=', deviceModelId)
    .orderBy('version', 'desc')
    .execute()
}

/** @returns null where there is no such version */
export async function selectVersionTables(
  db: Db,
  deviceModelId: DeviceModelId,
  version: number,
): Promise<ModelTables | null> {
  const row = await db
    .selectFrom('modelVersion')
    .select('content')
    .where('deviceModelId', '=', deviceModelId)
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.content ?? null
}

export async function insertVersion(
  trx: Trx,
  deviceModelId: DeviceModelId,
  tables: ModelTables,
  { version, ...about }: ModelVersion,
): Promise<void> {
  await trx
    .insertInto('modelVersion')
    .values({ deviceModelId, version, content: JSON.stringify(tables), ...about })
    .execute()
}

export interface PublishedModel {
  readonly version: number
  readonly tables: ModelTables
  readonly hasReviewedWrites: boolean
}

/** The latest published versions of models; models without one are left out. */
export async function selectPublished(
  db: Db,
  models: readonly DeviceModelId[],
): Promise<Map<DeviceModelId, PublishedModel>> {
  if (models.length === 0) return new Map()
  const rows = await db
    .selectFrom('modelVersion')
    .select(['deviceModelId', 'version', 'content', 'hasReviewedWrites'])
    .distinctOn('deviceModelId')
    .where('deviceModelId', 'in', models)
    .orderBy('deviceModelId')
    .orderBy('version', 'desc')
    .execute()
  return new Map(
    rows.map(({ deviceModelId, content, ...version }) => [deviceModelId, { ...version, tables: content }]),
  )
}

/** The writes of the models of the product, by their brand in lower case: what is known of registers. */
export async function selectReviewedWrites(
  db: Db,
  brands: readonly string[],
): Promise<ReadonlyMap<string, readonly ModelWrite[]>> {
  if (brands.length === 0) return new Map()
  const names = brands.map((brand) => brand.toLowerCase())
  const models = await db
    .selectFrom('deviceModel')
    .select(['deviceModelId', 'brand'])
    .where('departmentId', 'is', null)
    .where(sql`lower(brand)`, 'in', names)
    .execute()
  const published = await selectPublished(
    db,
    models.map(({ deviceModelId }) => deviceModelId),
  )
  return new Map(
    [...groupBy(models, ({ brand }) => brand.toLowerCase())].map(([brand, own]) => [
      brand,
      own.flatMap(({ deviceModelId }) => published.get(deviceModelId)?.tables.writes ?? []),
    ]),
  )
}
