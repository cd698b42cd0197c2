import type { ImageState } from '@coldkeep/contract/areas/firmware-images'
import type { ReleaseManifest } from '@coldkeep/contract/mqtt/release'
import type { Release } from '@coldkeep/contract/mqtt/release-shape'
import type { FirmwareImageId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isInScope } from '../access/scope-queries'
import type { Actor } from '../audit/add-audit'
import type { Db, Trx } from '../db/connect'
import type { OtherHashes } from './image-files'

/** Terminals of a scope by type and version: of their program, and of the system of their box. */
function reported(scope: Scope) {
  return sql`(select s.firmware_type as type, s.firmware_version as version, count(*)::int as terminals
      from terminal_state s join store on store.store_id = s.store_id
      where s.firmware_type is not null and ${isInScope(scope)}
      group by 1, 2
    union all
    select b.firmware_type_id as type, b.version, count(*)::int as terminals
      from box_system b join store on store.store_id = b.store_id
      where ${isInScope(scope)}
      group by 1, 2)`
}

export async function selectFirmwareTypes(db: Db, scope: Scope) {
  const { rows } = await sql<{ id: string; title: string; terminals: number; images: number }>`
    select t.firmware_type_id as id, t.title, coalesce(r.terminals, 0)::int as terminals,
      (select count(*) from firmware_image i where i.firmware_type_id = t.firmware_type_id)::int as images
    from firmware_type t
      left join (select type, sum(terminals) as terminals from ${reported(scope)} p group by 1) r
        on r.type = t.firmware_type_id
    order by coalesce(r.terminals, 0) desc, t.firmware_type_id`.execute(db)
  return rows
}

export async function isFirmwareType(db: Db, type: string): Promise<boolean> {
  const row = await db
    .selectFrom('firmwareType')
    .select('firmwareTypeId')
    .where('firmwareTypeId', '=', type)
    .executeTakeFirst()
  return row !== undefined
}

export interface ShownImage {
  readonly id: FirmwareImageId
  readonly type: string
  readonly version: string
  readonly name: string
  readonly size: number
  readonly sha256: string
  readonly manifest: ReleaseManifest
  readonly state: ImageState
  readonly uploadedBy: string
  readonly uploadedAt: EpochMs
  /** Terminals of the scope that run it. */
  readonly terminals: number
}

const imageColumns = sql`i.firmware_image_id as id, i.firmware_type_id as type, i.version, i.name, i.size, i.sha256,
  i.manifest, i.state, i.uploaded_by, i.uploaded_at`

/** Of a type, or the one of an id. */
export async function selectImages(
  db: Db,
  scope: Scope,
  {
    type,
    id,
  }:
    | ({ readonly type: string } & { readonly id?: undefined })
    | { readonly type?: undefined; readonly id: FirmwareImageId },
): Promise<ShownImage[]> {
  const chosen = id === undefined ? sql`i.firmware_type_id = ${type}` : sql`i.firmware_image_id = ${id}`
  const { rows } = await sql<ShownImage>`
    select ${imageColumns}, coalesce(r.terminals, 0)::int as terminals
    from firmware_image i
      left join ${reported(scope)} r on r.type = i.firmware_type_id and r.version = i.version
    where ${chosen}
    order by i.uploaded_at desc`.execute(db)
  return rows
}

const jobColumns = [
  ...(['firmwareImageId', 'firmwareTypeId', 'version', 'state'] as const),
  ...(['sha256', 'manifest', 'release'] as const),
] as const

/** An image as a job takes it. */
export function selectImage(db: Db, id: FirmwareImageId) {
  return db
    .selectFrom('firmwareImage')
    .select(jobColumns)
    .where('firmwareImageId', '=', id)
    .executeTakeFirst()
}

export function selectImageOf(db: Db, type: string, version: string) {
  return db
    .selectFrom('firmwareImage')
    .select(jobColumns)
    .where('firmwareTypeId', '=', type)
    .where('version', '=', version)
    .executeTakeFirst()
}
export type FirmwareImage = NonNullable<Awaited<ReturnType<typeof selectImage>>>

export async function lockImage(trx: Trx, id: FirmwareImageId) {
  return trx
    .selectFrom('firmwareImage')
    .select(['firmwareImageId', 'firmwareTypeId', 'version', 'state', 'sha256'])
    .where('firmwareImageId', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** The highest number of a list of keys that any image was signed with; 0: none was. */
export async function selectKnownKeys(db: Db): Promise<number> {
  const { known } = await db
    .selectFrom('firmwareImage')
    .select(({ fn }) => fn.max('keysNumber').as('known'))
    .executeTakeFirstOrThrow()
  return known ?? 0
}

export async function hasVersion(db: Db, type: string, version: string): Promise<boolean> {
  const row = await db
    .selectFrom('firmwareImage')
    .select('firmwareImageId')
    .where('firmwareTypeId', '=', type)
    .where('version', '=', version)
    .executeTakeFirst()
  return row !== undefined
}

export interface ImageDraft {
  readonly type: string
  readonly name: string
  readonly manifest: ReleaseManifest
  readonly release: Release
  readonly keysNumber: number
  readonly hashes: OtherHashes
  readonly by: Actor
  readonly at: EpochMs
}

/** @returns null where another has that version by now */
export async function insertImage(
  trx: Trx,
  { type, name, manifest, release, keysNumber, hashes, by, at }: ImageDraft,
): Promise<FirmwareImageId | null> {
  const row = await trx
    .insertInto('firmwareImage')
    .values({
      firmwareTypeId: type,
      version: manifest.version,
      name,
      size: manifest.size,
      sha256: manifest.sha256,
      ...hashes,
      manifest: JSON.stringify(manifest),
      release: JSON.stringify(release),
      keysNumber,
      accountId: by.accountId,
      uploadedBy: by.name,
      uploadedAt: at,
    })
    .onConflict((conflict) => conflict.columns(['firmwareTypeId', 'version']).doNothing())
    .returning('firmwareImageId')
    .executeTakeFirst()
  return row?.firmwareImageId ?? null
}

export async function updateImageState(trx: Trx, id: FirmwareImageId, state: ImageState): Promise<void> {
  await trx.updateTable('firmwareImage').set({ state }).where('firmwareImageId', '=', id).execute()
}

export async function deleteImage(trx: Trx, id: FirmwareImageId): Promise<void> {
  await trx.deleteFrom('firmwareImage').where('firmwareImageId', '=', id).execute()
}

/** Whether another image has the same bytes. */
export async function isHashUsed(db: Db, sha256: string): Promise<boolean> {
  const row = await db
    .selectFrom('firmwareImage')
    .select('firmwareImageId')
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return row !== undefined
}

export async function selectHashes(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('firmwareImage').select('sha256').execute()
  return rows.map(({ sha256 }) => sha256)
}
