import type { AccountId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db } from '../db/connect'

/** As `terminalMessageKey` makes it; `t` is the message. */
export const terminalKey = sql<string>`'terminal:' || t.terminal_id || ':' || t.about || ':'
  || (extract(epoch from t.at) * 1000)::bigint`

/** Notes that messages of an account about terminals were read; `null` stands for all of them. */
export async function updateTerminalMessagesRead(
  db: Db,
  accountId: AccountId,
  messageKey: string | null,
  now: EpochMs,
): Promise<void> {
  await db
    .updateTable('terminalMessage as t')
    .set({ readAt: now })
    .where('t.accountId', '=', accountId)
    .where('t.readAt', 'is', null)
    .$if(messageKey !== null, (query) => query.where(terminalKey, '=', messageKey as string))
    .execute()
}
