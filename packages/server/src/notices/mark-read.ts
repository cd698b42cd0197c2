import type { AccountId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Db } from '../db/connect'
import { updateModelMessagesRead } from '../instructions/own-model-message-queries'
import { updateNoticesRead } from '../outbox/notice-queries'
import { updateTerminalMessagesRead } from '../terminals/own-terminal-message-queries'
import { updateWriteMessagesRead } from '../writes/own-write-message-queries'

/** Notes that messages of an account were read; `null` stands for all of them. */
export async function markRead(
  db: Db,
  accountId: AccountId,
  messageKey: string | null,
  now: EpochMs,
): Promise<void> {
  await updateNoticesRead(db, accountId, messageKey, now)
  await updateWriteMessagesRead(db, accountId, messageKey, now)
  await updateModelMessagesRead(db, accountId, messageKey, now)
  await updateTerminalMessagesRead(db, accountId, messageKey, now)
}
