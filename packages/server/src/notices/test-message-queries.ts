import type { AccountId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Db } from '../db/connect'

/** A message that tests whether the console of an account is reached; it is in no list of messages. */
export interface TestMessage {
  readonly key: string
  readonly accountId: AccountId
  readonly title: string
  readonly body: string
}

export async function insertTestMessage(db: Db, message: TestMessage, at: EpochMs): Promise<void> {
  await db
    .insertInto('testMessage')
    .values({ ...message, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function selectTestMessages(
  db: Db,
  since: EpochMs,
): Promise<(TestMessage & { readonly isUrgent: false })[]> {
  const rows = await db
    .selectFrom('testMessage')
    .select(['key', 'accountId', 'title', 'body'])
    .where('at', '>', since)
    .execute()
  return rows.map((row) => ({ ...row, isUrgent: false }))
}

export async function deleteTestMessages(db: Db, before: EpochMs): Promise<void> {
  await db.deleteFrom('testMessage').where('at', '<', before).execute()
}
