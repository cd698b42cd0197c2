import type { TerminalNews } from '@coldkeep/domain/access/terminal-news'
import type { AccountId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { rightsOf } from '../access/account-rights'
import type { Trx } from '../db/connect'
import { insertOwnNotices } from '../outbox/own-notice-queries'
import { selectAccountsOver } from './terminal-news-queries'

interface Happening {
  readonly storeId: StoreId
  readonly terminalId: TerminalId
  readonly about: TerminalNews
  readonly person: string
  /** Who made the code, and needs not be notified. */
  readonly accountId: AccountId | null
}

/** Notifies accounts over a store that may open the page of terminals, other than the one that did it, in the console. */
export async function notifyOfTerminal(
  trx: Trx,
  { storeId, terminalId, about, person, accountId }: Happening,
  at: EpochMs,
): Promise<void> {
  const candidates = await selectAccountsOver(trx, storeId, accountId)
  const notified = candidates.filter((one) => rightsOf(one).pageKeys.has('3-2'))
  await insertOwnNotices(
    trx,
    {
      storeId,
      subjectKind: 'terminal',
      subjectName: terminalId,
      about,
      messageKey: `terminal:${terminalId}:${about}:${at}`,
      detail: { person },
      channels: ['app'],
    },
    notified.map((one) => one.accountId),
    at,
  )
}
