import type { AccountId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import { type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '../db/connect'

/** @returns false where people were reminded of this end so many days before, by whatever server */
export async function takeReminder(
  trx: Trx,
  reminder: {
    readonly accountId: AccountId
    readonly endsOn: LocalDate
    readonly daysBefore: number
    readonly at: EpochMs
  },
): Promise<boolean> {
  const row = await trx
    .insertInto('alertServiceReminder')
    .values(reminder)
    .onConflict((on) => on.doNothing())
    .returning('accountId')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteOldReminders(db: Db, before: EpochMs): Promise<void> {
  await db.deleteFrom('alertServiceReminder').where('at', '<', before).execute()
}

/** True for row `n` of the outbox that reminds of an end which is none any more. */
export const isRenewed = sql<SqlBool>`not exists (select from account served
  where served.account_id = n.subject_id and served.has_alert_service and served.is_engineer
    and served.alert_service_ends_on = (n.detail ->> 'endsOn')::date)`
