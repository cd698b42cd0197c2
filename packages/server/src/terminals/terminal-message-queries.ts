import type { TerminalNews } from '@coldkeep/domain/access/terminal-news'
import type { AccountId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { rightColumns } from '../access/account-right-queries'
import { hearsInConsole, selectPath } from '../access/hearer-queries'
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

/** The rights of accounts that see a store and hear in the console, other than that one. */
export async function selectAccountsOver(trx: Trx, storeId: StoreId, accountId: AccountId | null) {
  return trx
    .selectFrom('account')
    .select('account.accountId')
    .select(rightColumns)
    .where('account.isEnabled', '=', true)
    .where('account.departmentId', 'in', await selectPath(trx, storeId))
    .where(hearsInConsole())
    .$if(accountId !== null, (query) => query.where('account.accountId', '!=', accountId as AccountId))
    .execute()
}

/** Each is told once: what is there already is left out. */
export async function insertTerminalMessages(
  trx: Trx,
  messages: readonly Omit<TerminalMessage, 'storeCode' | 'storeName'>[],
): Promise<void> {
  await trx
    .insertInto('terminalMessage')
    .values(messages.map((message) => ({ ...message, readAt: null })))
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
