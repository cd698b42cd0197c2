import type { AccountId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { WriteNews } from '@coldkeep/domain/writes/write-news'
import { rightColumns } from '../access/account-right-queries'
import { hearsInConsole, selectPath } from '../access/hearer-queries'
import type { Db, Trx } from '../db/connect'

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

/** The rights of accounts that see the store of a write and hear in the console, other than the one that asked for it. */
export async function selectOthersOver(trx: Trx, write: OwnedWrite) {
  return trx
    .selectFrom('account')
    .select('account.accountId')
    .select(rightColumns)
    .where('account.isEnabled', '=', true)
    .where('account.accountId', '!=', write.accountId)
    .where('account.departmentId', 'in', await selectPath(trx, write.storeId))
    .where(hearsInConsole())
    .execute()
}

/** The rights of the account that asked for a write; `undefined` where it is not in use or does not see the store. */
export async function selectAskerRights(trx: Trx, write: OwnedWrite) {
  return trx
    .selectFrom('account')
    .select(rightColumns)
    .where('account.isEnabled', '=', true)
    .where('account.accountId', '=', write.accountId)
    .where('account.departmentId', 'in', await selectPath(trx, write.storeId))
    .executeTakeFirst()
}

/** True where the account is in use and has not silenced the console. */
export async function isHearing(trx: Trx, accountId: AccountId): Promise<boolean> {
  const row = await trx
    .selectFrom('account')
    .select('accountId')
    .where('accountId', '=', accountId)
    .where('isEnabled', '=', true)
    .where(hearsInConsole())
    .executeTakeFirst()
  return row !== undefined
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

/** Each is told once: what is there already is left out. */
export async function insertWriteMessages(
  trx: Trx,
  messages: readonly WriteMessage[],
  at: EpochMs,
): Promise<void> {
  if (messages.length === 0) return
  await trx
    .insertInto('writeMessage')
    .values(messages.map((message) => ({ ...message, at, readAt: null })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
