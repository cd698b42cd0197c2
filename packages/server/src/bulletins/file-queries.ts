import type { AccountId, BulletinId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { BulletinTables } from '../db/bulletin-tables'
import type { Db, Trx } from '../db/connect'

export type FileRow = Selectable<BulletinTables['bulletinFile']>

export async function selectFile(db: Db, fileId: string): Promise<FileRow | null> {
  return (
    (await db.selectFrom('bulletinFile').selectAll().where('fileId', '=', fileId).executeTakeFirst()) ?? null
  )
}

/** The files of a message, in their order. */
export function selectFilesOf(db: Db, id: BulletinId): Promise<FileRow[]> {
  return db.selectFrom('bulletinFile').selectAll().where('bulletinId', '=', id).orderBy('number').execute()
}

/** Until the end of the transaction the account adds no other files. */
export async function lockUnsentOf(trx: Trx, accountId: AccountId): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bulletin files ${accountId}`}, 0))`.execute(trx)
  const { count } = await trx
    .selectFrom('bulletinFile')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('accountId', '=', accountId)
    .where('bulletinId', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export function insertFile(trx: Trx, file: Insertable<BulletinTables['bulletinFile']>): Promise<FileRow> {
  return trx.insertInto('bulletinFile').values(file).returningAll().executeTakeFirstOrThrow()
}

/** Files of who sends it become those of the message. @returns how many did */
export async function attachFiles(
  trx: Trx,
  bulletinId: BulletinId,
  accountId: AccountId,
  fileIds: readonly string[],
): Promise<number> {
  if (fileIds.length === 0) return 0
  const { rows } = await sql`update bulletin_file f set bulletin_id = ${bulletinId}, number = chosen.number
    from unnest(${[...fileIds]}::uuid[]) with ordinality as chosen (file_id, number)
    where f.file_id = chosen.file_id and f.account_id = ${accountId} and f.bulletin_id is null
    returning f.file_id`.execute(trx)
  return rows.length
}

export async function deleteUnsent(db: Db, before: EpochMs): Promise<void> {
  await db
    .deleteFrom('bulletinFile')
    .where('bulletinId', 'is', null)
    .where('createdAt', '<', before)
    .execute()
}

/** Of all files, each once. */
export async function selectFileHashes(db: Db): Promise<Uint8Array[]> {
  const rows = await db.selectFrom('bulletinFile').select('sha256').distinct().execute()
  return rows.map(({ sha256 }) => sha256)
}
