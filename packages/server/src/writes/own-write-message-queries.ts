import type { AccountId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db } from '../db/connect'

/** As `messageKeyOf` makes it; `w` is the message. */
export const writeKey = sql<string>`'write:' || w.store_id || ':' || w.write_id || ':' || w.about`

/** Notes that messages of an account about writes were read; `null` stands for all of them. */
export async function updateWriteMessagesRead(
  db: Db,
  accountId: AccountId,
  messageKey: string | null,
  now: EpochMs,
): Promise<void> {
  await db
    .updateTable('writeMessage as w')
    .set({ readAt: now })
    .where('w.accountId', '=', accountId)
    .where('w.readAt', 'is', null)
    .$if(messageKey !== null, (query) => query.where(writeKey, '=', messageKey as string))
    .execute()
}
