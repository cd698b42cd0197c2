import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { WriteNews } from '@coldkeep/domain/writes/write-news'
import { rightsOf } from '../access/account-rights'
import type { Trx } from '../db/connect'
import {
  insertWriteMessages,
  isHearing,
  type OwnedWrite,
  selectAskerRights,
  selectOthersOver,
  type WriteMessage,
} from './write-message-queries'
import { mayOperate, type WriteTarget } from './write-targets'

/** By which a message is marked as read; no message about alarms is called like this. */
export function messageKeyOf({ storeId, writeId, about }: Omit<WriteMessage, 'accountId'>): string {
  return `write:${storeId}:${writeId}:${about}`
}

/**
 * Tells everybody who may approve a write that it waits: accounts that see its store, other than the one that asked,
 * with the right to write to every device of it. Each is told once.
 */
export async function tellApprovers(
  trx: Trx,
  write: OwnedWrite,
  targets: readonly WriteTarget[],
  now: EpochMs,
): Promise<void> {
  const candidates = await selectOthersOver(trx, write)
  const told = candidates.filter((one) => targets.every((target) => mayOperate(rightsOf(one), target)))
  await insertWriteMessages(
    trx,
    told.map(({ accountId }) => ({ ...nameOf(write), accountId, about: 'wanted' })),
    now,
  )
}

/** True while whoever asked for a write is an account in use that may still write to every device of it. */
export async function mayAskerWrite(
  trx: Trx,
  write: OwnedWrite,
  devices: readonly Parameters<typeof mayOperate>[1][],
): Promise<boolean> {
  const asker = await selectAskerRights(trx, write)
  return asker !== undefined && devices.every((device) => mayOperate(rightsOf(asker), device))
}

/** Tells whoever asked for a write what came of that. */
export async function tellAsker(
  trx: Trx,
  write: OwnedWrite,
  about: Exclude<WriteNews, 'wanted'>,
  now: EpochMs,
): Promise<void> {
  const { accountId } = write
  if (await isHearing(trx, accountId))
    await insertWriteMessages(trx, [{ ...nameOf(write), accountId, about }], now)
}

function nameOf({ storeId, writeId }: OwnedWrite) {
  return { storeId, writeId }
}
