import type { AccountId, DownloadId } from '@coldkeep/domain/ids'
import type { Db } from '../../db/connect'

/** Finished reports to be mailed, with the address of the account that ordered them, oldest first. */
export function selectPendingReports(db: Db, most: number) {
  return db
    .selectFrom('download')
    .innerJoin('account', 'account.accountId', 'download.accountId')
    .select(['downloadId', 'download.title', 'download.language', 'expiresAt', 'account.email'])
    .where('download.state', '=', 'done')
    .where('isMailed', '=', false)
    .orderBy('downloadId')
    .limit(most)
    .execute()
}

/** Records that no one needs to be notified of a report any more. */
export async function updateMailed(db: Db, downloadId: DownloadId): Promise<void> {
  await db.updateTable('download').set({ isMailed: true }).where('downloadId', '=', downloadId).execute()
}

export async function selectAddress(db: Db, accountId: AccountId): Promise<string> {
  const { email } = await db
    .selectFrom('account')
    .select('email')
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
  return email
}
