import type { TerminalNews } from '@coldkeep/domain/access/terminal-news'
import type { AccountId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { rightsOf } from '../access/account-rights'
import type { Trx } from '../db/connect'
import { insertTerminalMessages, selectAccountsOver, type TerminalMessage } from './terminal-message-queries'

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
  const candidates = await selectAccountsOver(trx, storeId, accountId)
  const told = candidates.filter((one) => rightsOf(one).pageKeys.has('3-2'))
  if (told.length === 0) return
  await insertTerminalMessages(
    trx,
    told.map((one) => ({ storeId, terminalId, accountId: one.accountId, about, at, person })),
  )
}
