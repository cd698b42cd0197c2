import type { Release } from '@coldkeep/contract/mqtt/release-shape'
import type { AccountId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Db, Trx } from '../db/connect'

export interface UploadDraft {
  readonly uploadId: string
  readonly type: string
  readonly name: string
  readonly size: number
  readonly sha256: string
  readonly release: Release
  readonly accountId: AccountId
  readonly at: EpochMs
}

export async function insertUpload(
  trx: Trx,
  { uploadId, type, name, size, sha256, release, accountId, at }: UploadDraft,
): Promise<void> {
  await trx
    .insertInto('firmwareUpload')
    .values({
      firmwareUploadId: uploadId,
      firmwareTypeId: type,
      name,
      size,
      sha256,
      release: JSON.stringify(release),
      accountId,
      createdAt: at,
      changedAt: at,
    })
    .execute()
}

const columns = ['firmwareUploadId', 'firmwareTypeId', 'name', 'size', 'sha256', 'release'] as const

/** Of the account that began it; undefined where it has none of that id. */
export function selectUpload(db: Db, accountId: AccountId, uploadId: string) {
  return db
    .selectFrom('firmwareUpload')
    .select(columns)
    .where('firmwareUploadId', '=', uploadId)
    .where('accountId', '=', accountId)
    .executeTakeFirst()
}

/** The one that an account began of a file. */
export function selectUploadOf(
  db: Db,
  accountId: AccountId,
  file: { readonly type: string; readonly sha256: string },
) {
  return db
    .selectFrom('firmwareUpload')
    .select(columns)
    .where('accountId', '=', accountId)
    .where('firmwareTypeId', '=', file.type)
    .where('sha256', '=', file.sha256)
    .executeTakeFirst()
}
export type UploadRow = NonNullable<Awaited<ReturnType<typeof selectUpload>>>

export async function touchUpload(db: Db, uploadId: string, at: EpochMs): Promise<void> {
  await db
    .updateTable('firmwareUpload')
    .set({ changedAt: at })
    .where('firmwareUploadId', '=', uploadId)
    .execute()
}

export async function deleteUpload(trx: Db, uploadId: string): Promise<boolean> {
  const row = await trx
    .deleteFrom('firmwareUpload')
    .where('firmwareUploadId', '=', uploadId)
    .returning('firmwareUploadId')
    .executeTakeFirst()
  return row !== undefined
}

/** Removes uploads that nobody has gone on with. @returns the ids of those that are left */
export async function deleteOldUploads(db: Db, before: EpochMs): Promise<string[]> {
  await db.deleteFrom('firmwareUpload').where('changedAt', '<', before).execute()
  const rows = await db.selectFrom('firmwareUpload').select('firmwareUploadId').execute()
  return rows.map(({ firmwareUploadId }) => firmwareUploadId)
}
