import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Db } from '../db/connect'

/** A counted mail, and its subject. */
export interface CountedMail {
  readonly counted: string
  readonly subject: string
}

export async function deleteMailingsBefore(db: Db, at: EpochMs): Promise<void> {
  await db.deleteFrom('mailing').where('at', '<=', at).execute()
}

/** @returns the ids of the mails */
export async function insertMailings(db: Db, mails: readonly CountedMail[], at: EpochMs): Promise<number[]> {
  const rows = await db
    .insertInto('mailing')
    .values(mails.map((one) => ({ ...one, at })))
    .returning('mailingId')
    .execute()
  return rows.map(({ mailingId }) => mailingId)
}

/** Oldest first. */
export async function selectMailingTimes(db: Db, { counted, subject }: CountedMail): Promise<EpochMs[]> {
  const rows = await db
    .selectFrom('mailing')
    .select('at')
    .where('counted', '=', counted)
    .where('subject', '=', subject)
    .orderBy('at')
    .orderBy('mailingId')
    .execute()
  return rows.map(({ at }) => at)
}

export async function deleteMailings(db: Db, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('mailing').where('mailingId', 'in', ids).execute()
}
