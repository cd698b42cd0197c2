import type { AccountId, ApiKeyId, DownloadId, ReportScheduleId } from '@coldkeep/domain/ids'
import { type EpochMs, later } from '@coldkeep/domain/time/instant'
import type { Language } from '@coldkeep/phrases/translate'
import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../db/connect'
import type { DownloadTables } from '../db/download-tables'
import { sqlInstant } from '../db/instants'
import type { Measured } from '../files/measure'
import type { FileKey } from './download-files'

export type DownloadRow = Selectable<DownloadTables['download']>

/** Who orders: a person, or a machine with a key of theirs. Each sees its own orders alone. */
export interface Owner {
  readonly accountId: AccountId
  readonly apiKeyId: ApiKeyId | null
}

export interface DownloadDraft extends Owner {
  readonly kind: string
  /** JSON. */
  readonly input: string
  readonly title: string
  readonly language: Language
  readonly reportScheduleId?: ReportScheduleId
  /** `false`: a mail is to be sent when it ends. */
  readonly isMailed?: false | null
}

/** An order with the process that works on it. */
export interface ClaimedDownload extends FileKey, Owner {
  readonly kind: string
  readonly input: unknown
  readonly language: Language
  readonly worker: string
}

export async function insertDownload(trx: Trx, draft: DownloadDraft, now: EpochMs): Promise<DownloadId> {
  const { downloadId } = await trx
    .insertInto('download')
    .values({ ...draft, createdAt: now, dueAt: now })
    .returning('downloadId')
    .executeTakeFirstOrThrow()
  return downloadId
}

/**
 * The next order of these kinds that no one works on, now leased; of those who wait, who has the fewest under way comes
 * first. `null` where there is none.
 */
export async function claimDownload(
  db: Db,
  { kinds, worker, leaseMs }: { kinds: readonly string[]; worker: string; leaseMs: number },
  now: EpochMs,
): Promise<ClaimedDownload | null> {
  const { rows } = await sql<Omit<ClaimedDownload, 'worker'>>`
    update download set state = 'running', worker = ${worker}, tries = tries + 1,
      lease_until = ${sqlInstant(later(now, leaseMs))}, started_at = coalesce(started_at, ${sqlInstant(now)})
    where download_id = (
      select d.download_id from download d
      where d.kind = any(${[...kinds]}::text[]) and d.due_at <= ${sqlInstant(now)}
        and (d.state = 'waiting' or (d.state = 'running' and d.lease_until < ${sqlInstant(now)}))
      order by (select count(*) from download r where r.account_id = d.account_id and r.state = 'running'),
        d.download_id
      limit 1 for update skip locked)
    returning download_id, kind, account_id, api_key_id, input, language, tries`.execute(db)
  const [row] = rows
  return row ? { ...row, worker } : null
}

const stillOurs = ({ downloadId, tries, worker }: ClaimedDownload) =>
  sql<boolean>`download_id = ${downloadId} and state = 'running' and worker = ${worker} and tries = ${tries}`

/** Notes how far it is and renews the lease. @returns false where it was cancelled, or taken by another process */
export async function renewDownload(
  db: Db,
  claimed: ClaimedDownload,
  progress: { readonly done: number; readonly total: number },
  leaseUntil: EpochMs,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('download')
    .set({ ...progress, leaseUntil })
    .where(stillOurs(claimed))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @returns false where the file no longer belongs to anyone */
export async function finishDownload(
  db: Db,
  claimed: ClaimedDownload,
  file: Measured & { readonly fileName: string; readonly mediaType: string },
  { now, expiresAt }: { readonly now: EpochMs; readonly expiresAt: EpochMs },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('download')
    .set({ ...file, state: 'done', endedAt: now, expiresAt, worker: null, leaseUntil: null })
    .where(stillOurs(claimed))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function failDownload(
  db: Db,
  claimed: ClaimedDownload,
  fault: { readonly code: string; readonly values: Readonly<Record<string, string | number>> },
  now: EpochMs,
): Promise<void> {
  await db
    .updateTable('download')
    .set({ state: 'failed', fault: fault.code, faultValues: JSON.stringify(fault.values) })
    .set({ endedAt: now, worker: null, leaseUntil: null })
    .where(stillOurs(claimed))
    .execute()
}

/** Puts it back, to be begun again. @param isCounted whether this try speaks against it */
export async function releaseDownload(
  db: Db,
  claimed: ClaimedDownload,
  { dueAt, isCounted }: { readonly dueAt: EpochMs; readonly isCounted: boolean },
): Promise<void> {
  await db
    .updateTable('download')
    .set({ state: 'waiting', dueAt, worker: null, leaseUntil: null })
    .$if(!isCounted, (query) => query.set({ tries: sql<number>`tries - 1` }))
    .where(stillOurs(claimed))
    .execute()
}

/** After the only process stopped without warning: nothing is being worked on. */
export async function releaseDownloads(db: Db): Promise<void> {
  await db
    .updateTable('download')
    .set({ state: 'waiting', worker: null, leaseUntil: null })
    .where('state', '=', 'running')
    .execute()
}

/** Marks what has expired. @returns the files that go */
export async function expireDownloads(db: Db, now: EpochMs): Promise<FileKey[]> {
  return db
    .updateTable('download')
    .set({ state: 'expired' })
    .where('state', '=', 'done')
    .where('expiresAt', '<=', now)
    .returning(['downloadId', 'tries'])
    .execute()
}

/** Records that say nothing any more. */
export async function deleteOldDownloads(db: Db, before: EpochMs): Promise<void> {
  await db
    .deleteFrom('download')
    .where('state', 'in', ['failed', 'cancelled', 'expired'])
    .where('createdAt', '<', before)
    .execute()
}

export async function selectFinished(db: Db): Promise<FileKey[]> {
  return db.selectFrom('download').select(['downloadId', 'tries']).where('state', '=', 'done').execute()
}

/** Records that it is no longer needed; the process that works on it finds that out. */
export async function cancelDownload(trx: Trx, downloadId: DownloadId, now: EpochMs): Promise<void> {
  await trx
    .updateTable('download')
    .set({ state: 'cancelled', endedAt: now, worker: null, leaseUntil: null })
    .where('downloadId', '=', downloadId)
    .execute()
}

export async function deleteDownload(trx: Trx, downloadId: DownloadId): Promise<void> {
  await trx.deleteFrom('download').where('downloadId', '=', downloadId).execute()
}
