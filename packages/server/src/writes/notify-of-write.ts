import type { AccountId } from '@coldkeep/domain/ids'
import { personalChannels } from '@coldkeep/domain/notices/notice-kind'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { WriteNews } from '@coldkeep/domain/writes/write-news'
import { rightsOf } from '../access/account-rights'
import type { Trx } from '../db/connect'
import { insertOwnNotices, type OwnNews } from '../outbox/own-notice-queries'
import { type OwnedWrite, selectOthersOver, selectRequesterRights } from './write-news-queries'
import { mayOperate, type WriteTarget } from './write-targets'

/**
 * Notifies everyone who may approve a write that it waits: accounts that see its store, other than the one
 * that requested it, with the right to write to every device of it.
 */
export async function notifyApprovers(
  trx: Trx,
  write: OwnedWrite,
  targets: readonly WriteTarget[],
  now: EpochMs,
): Promise<void> {
  const candidates = await selectOthersOver(trx, write)
  const approvers = candidates.filter((one) => targets.every((target) => mayOperate(rightsOf(one), target)))
  await notify(trx, write, 'requested', approvers.map(idOf), now)
}

/** True while the account that requested a write is in use and may still write to every device of it. */
export async function mayRequesterWrite(
  trx: Trx,
  write: OwnedWrite,
  devices: readonly Parameters<typeof mayOperate>[1][],
): Promise<boolean> {
  const requester = await selectRequesterRights(trx, write)
  return requester !== undefined && devices.every((device) => mayOperate(rightsOf(requester), device))
}

/** Notifies the account that requested a write of the outcome. */
export async function notifyRequester(
  trx: Trx,
  write: OwnedWrite,
  about: Exclude<WriteNews, 'requested'>,
  now: EpochMs,
): Promise<void> {
  await notify(trx, write, about, [write.accountId], now)
}

async function notify(
  trx: Trx,
  { storeId, writeId }: OwnedWrite,
  about: WriteNews,
  accountIds: readonly AccountId[],
  now: EpochMs,
): Promise<void> {
  const news: OwnNews = {
    storeId,
    subjectKind: 'write',
    subjectName: writeId,
    about,
    messageKey: `write:${storeId}:${writeId}:${about}`,
    channels: personalChannels,
  }
  await insertOwnNotices(trx, news, accountIds, now)
}

function idOf({ accountId }: { readonly accountId: AccountId }): AccountId {
  return accountId
}
