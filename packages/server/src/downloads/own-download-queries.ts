import type { AccountId, DownloadId, StoreId } from '@coldkeep/domain/ids'
import type { PointKind } from '@coldkeep/domain/points/point'
import { sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isInScope, isShown } from '../access/scope-queries'
import type { Db, Trx } from '../db/connect'
import type { DownloadDraft, Owner } from './download-queries'

const MOST_LISTED = 200

function ownDownloads(db: Db, { accountId, apiKeyId }: Owner) {
  return db
    .selectFrom('download')
    .where('download.accountId', '=', accountId)
    .where(sql<boolean>`download.api_key_id is not distinct from ${apiKeyId}::bigint`)
}

/** What a caller ordered of these kinds, newest first. */
export async function selectDownloads(db: Db, owner: Owner, kinds: readonly string[]) {
  return ownDownloads(db, owner)
    .innerJoin('account', 'account.accountId', 'download.accountId')
    .selectAll('download')
    .select('account.name as accountName')
    .where('kind', 'in', [...kinds])
    .orderBy('downloadId', 'desc')
    .limit(MOST_LISTED)
    .execute()
}
export type OwnDownload = Awaited<ReturnType<typeof selectDownloads>>[number]

/** One of the caller's orders, locked where `forUpdate`; `null` where there is none of theirs. */
export async function selectDownload(db: Db, owner: Owner, downloadId: DownloadId, forUpdate = false) {
  const row = await ownDownloads(db, owner)
    .selectAll('download')
    .where('downloadId', '=', downloadId)
    .$if(forUpdate, (query) => query.forUpdate())
    .executeTakeFirst()
  return row ?? null
}

/** The devices of a store with points of these kinds, those in use first. */
export function selectReportDevices(db: Db, scope: Scope, storeId: StoreId, kinds: readonly PointKind[]) {
  return db
    .selectFrom('store')
    .innerJoin('device', 'device.storeId', 'store.storeId')
    .select(['device.deviceId', 'device.name', 'device.removedAt'])
    .where('store.storeId', '=', storeId)
    .where(isInScope(scope))
    .where(isShown(scope, 'device'))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('point')
          .select('point.pointId')
          .whereRef('point.storeId', '=', 'device.storeId')
          .whereRef('point.deviceId', '=', 'device.deviceId')
          .where('point.kind', 'in', [...kinds]),
      ),
    )
    .orderBy(sql`device.removed_at is not null`)
    .orderBy('device.name')
    .orderBy('device.deviceId')
    .execute()
}

/** Two orders of an account at once wait for each other, so that both are counted. */
export async function lockOrders(trx: Trx, accountId: AccountId): Promise<void> {
  await trx.selectFrom('account').select('accountId').where('accountId', '=', accountId).forUpdate().execute()
}

/** What an account has that is under way or kept, and whether it is the same as is ordered now. */
export function selectOrders(
  trx: Trx,
  { accountId, apiKeyId }: Owner,
  { kind, language, input }: Pick<DownloadDraft, 'kind' | 'language' | 'input'>,
) {
  return trx
    .selectFrom('download')
    .select(['downloadId', 'state', 'size'])
    .select(
      sql<boolean>`kind = ${kind} and language = ${language} and input = ${input}::jsonb
        and api_key_id is not distinct from ${apiKeyId}::bigint`.as('isSame'),
    )
    .where('accountId', '=', accountId)
    .where('state', 'in', ['waiting', 'running', 'done'])
    .execute()
}
