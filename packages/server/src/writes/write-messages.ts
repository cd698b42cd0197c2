import type { AccountId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { WriteNews } from '@coldkeep/domain/writes/write-news'
import { rightColumns, rightsOf } from '../access/account-rights'
import { hearsInConsole, selectPath } from '../access/hearers'
import type { Db, Trx } from '../db/connect'
import { mayOperate, type WriteTarget } from './write-targets'

/** A write, and who asked for it. */
export interface OwnedWrite {
  readonly storeId: StoreId
  readonly writeId: string
  readonly accountId: AccountId
}

/** What somebody is told of a write. */
export interface WriteMessage {
  readonly storeId: StoreId
  readonly writeId: string
  readonly accountId: AccountId
  readonly about: WriteNews
}

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
  const candidates = await trx
    .selectFrom('account')
    .select('account.accountId')
    .select(rightColumns)
    .where('account.isEnabled', '=', true)
    .where('account.accountId', '!=', write.accountId)
    .where('account.departmentId', 'in', await selectPath(trx, write.storeId))
    .where(hearsInConsole())
    .execute()
  const told = candidates.filter((one) => targets.every((target) => mayOperate(rightsOf(one), target)))
  await insert(
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
  const asker = await trx
    .selectFrom('account')
    .select(rightColumns)
    .where('account.isEnabled', '=', true)
    .where('account.accountId', '=', write.accountId)
    .where('account.departmentId', 'in', await selectPath(trx, write.storeId))
    .executeTakeFirst()
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
  const asker = await trx
    .selectFrom('account')
    .select('accountId')
    .where('accountId', '=', accountId)
    .where('isEnabled', '=', true)
    .where(hearsInConsole())
    .executeTakeFirst()
  if (asker !== undefined) await insert(trx, [{ ...nameOf(write), accountId, about }], now)
}

/** The messages since then, to whomever they are. */
export async function selectMessagesSince(db: Db, since: EpochMs): Promise<WriteMessage[]> {
  return db
    .selectFrom('writeMessage')
    .select(['storeId', 'writeId', 'accountId', 'about'])
    .where('at', '>', since)
    .orderBy('at')
    .execute()
}

async function insert(trx: Trx, messages: readonly WriteMessage[], at: EpochMs): Promise<void> {
  if (messages.length === 0) return
  await trx
    .insertInto('writeMessage')
    .values(messages.map((message) => ({ ...message, at, readAt: null })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

function nameOf({ storeId, writeId }: OwnedWrite) {
  return { storeId, writeId }
}
