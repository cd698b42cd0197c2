import type { TerminalNews } from '@coldkeep/domain/access/terminal-news'
import type { AccountId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { rightColumns, rightsOf } from '../access/account-rights'
import { hearsInConsole, selectPath } from '../access/hearers'
import type { Db, Trx } from '../db/connect'

export interface TerminalMessage {
  readonly storeId: StoreId
  readonly terminalId: TerminalId
  readonly accountId: AccountId
  readonly about: TerminalNews
  readonly at: EpochMs
  /** Who made the code. */
  readonly person: string
  readonly storeCode: string
  readonly storeName: string
}

interface News {
  readonly storeId: StoreId
  readonly terminalId: TerminalId
  readonly about: TerminalNews
  readonly person: string
  /** Who made the code, and needs not be told. */
  readonly accountId: AccountId | null
}

/** By which a message is marked as read; no message about anything else is called like this. */
export function terminalMessageKey({
  terminalId,
  about,
  at,
}: Pick<TerminalMessage, 'terminalId' | 'about' | 'at'>): string {
  return `terminal:${terminalId}:${about}:${at}`
}

/** Tells accounts over a store that may open the page of terminals, other than the one that did it. */
export async function tellOfTerminal(
  trx: Trx,
  { storeId, terminalId, about, person, accountId }: News,
  at: EpochMs,
): Promise<void> {
  const candidates = await trx
    .selectFrom('account')
    .select('account.accountId')
    .select(rightColumns)
    .where('account.isEnabled', '=', true)
    .where('account.departmentId', 'in', await selectPath(trx, storeId))
    .where(hearsInConsole())
    .$if(accountId !== null, (query) => query.where('account.accountId', '!=', accountId as AccountId))
    .execute()
  const told = candidates.filter((one) => rightsOf(one).pageKeys.has('3-2'))
  if (told.length === 0) return
  await trx
    .insertInto('terminalMessage')
    .values(
      told.map((one) => ({ storeId, terminalId, accountId: one.accountId, about, at, person, readAt: null })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The messages since then, to whomever they are. */
export function selectTerminalMessagesSince(db: Db, since: EpochMs): Promise<TerminalMessage[]> {
  return db
    .selectFrom('terminalMessage')
    .innerJoin('store', 'store.storeId', 'terminalMessage.storeId')
    .select([
      'terminalMessage.storeId',
      'terminalMessage.terminalId',
      'terminalMessage.accountId',
      'terminalMessage.about',
      'terminalMessage.at',
      'terminalMessage.person',
      'store.code as storeCode',
      'store.name as storeName',
    ])
    .where('terminalMessage.at', '>', since)
    .orderBy('terminalMessage.at')
    .execute()
}

/** Removes what was told of the terminals of a store before an instant. */
export async function deleteOldTerminalMessages(db: Db, storeId: StoreId, before: EpochMs): Promise<void> {
  await db.deleteFrom('terminalMessage').where('storeId', '=', storeId).where('at', '<', before).execute()
}
