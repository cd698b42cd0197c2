import type { AccountId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db } from '../db/connect'

/** As `modelMessageKey` makes it; `m` is the message. */
export const modelKey = sql<string>`'model:' || m.model_message_id`

/** Notes that messages of an account about device models were read; `null` stands for all of them. */
export async function updateModelMessagesRead(
  db: Db,
  accountId: AccountId,
  messageKey: string | null,
  now: EpochMs,
): Promise<void> {
  await db
    .updateTable('modelMessage as m')
    .set({ readAt: now })
    .where('m.accountId', '=', accountId)
    .where('m.readAt', 'is', null)
    .$if(messageKey !== null, (query) => query.where(modelKey, '=', messageKey as string))
    .execute()
}
