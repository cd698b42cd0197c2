import type { PhotoSubject } from '@coldkeep/contract/areas/photos'
import type { StoreId } from '@coldkeep/domain/ids'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../db/connect'
import type { PhotoTables } from '../db/photo-tables'

export type PhotoRow = Selectable<PhotoTables['photo']>

/** A photo of whatever store; who may see it is decided by what it belongs to. */
export async function selectPhoto(db: Db, id: string): Promise<PhotoRow | null> {
  return (await db.selectFrom('photo').selectAll().where('photoId', '=', id).executeTakeFirst()) ?? null
}

/** Photos of some things of one store, in the order in which they were taken. */
export function selectPhotosOf(
  db: Db,
  storeId: StoreId,
  subject: PhotoSubject,
  ids: readonly string[],
): Promise<PhotoRow[]> {
  if (ids.length === 0) return Promise.resolve([])
  return db
    .selectFrom('photo')
    .selectAll()
    .where('storeId', '=', storeId)
    .where('subjectKind', '=', subject)
    .where('subjectId', 'in', ids)
    .orderBy('takenAt')
    .orderBy('photoId')
    .execute()
}

/** Until the end of the transaction no one else adds photos to the same thing. */
export async function lockPhotosOf(trx: Trx, subject: PhotoSubject, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`photos of ${subject} ${id}`}, 0))`.execute(trx)
}

export async function insertPhoto(trx: Trx, photo: Insertable<PhotoTables['photo']>): Promise<PhotoRow> {
  return trx.insertInto('photo').values(photo).returningAll().executeTakeFirstOrThrow()
}

export async function deletePhoto(trx: Trx, { storeId, photoId }: PhotoRow): Promise<void> {
  await trx.deleteFrom('photo').where('storeId', '=', storeId).where('photoId', '=', photoId).execute()
}

/** Of all photos, each once. */
export async function selectPhotoHashes(db: Db): Promise<Uint8Array[]> {
  const rows = await db.selectFrom('photo').select('sha256').distinct().execute()
  return rows.map(({ sha256 }) => sha256)
}
