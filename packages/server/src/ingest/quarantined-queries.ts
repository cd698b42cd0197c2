import type { QuarantineId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import { instantText } from '../db/instants'

/**
 * Deletes a message that was quarantined.
 * @returns false where it was not there any more
 */
export async function deleteQuarantined(
  db: Db,
  { storeId, quarantineId }: { readonly storeId: StoreId; readonly quarantineId: QuarantineId },
): Promise<boolean> {
  const row = await db
    .deleteFrom('quarantine')
    .where('storeId', '=', storeId)
    .where('quarantineId', '=', quarantineId)
    .returning('quarantineId')
    .executeTakeFirst()
  return row !== undefined
}

/** What was put aside of a store before an instant. */
export async function deleteOldQuarantine(db: Db, storeId: number, before: EpochMs): Promise<void> {
  await sql`delete from quarantine
    where store_id = ${storeId} and received_at < ${instantText(before)}::timestamptz`.execute(db)
}

/** The oldest quarantined messages of each terminal of a store, beyond a number of bytes. */
export async function deleteQuarantineBeyond(db: Db, storeId: number, mostBytes: number): Promise<void> {
  await sql`
    delete from quarantine q using (
      select quarantine_id, sum(octet_length(body)) over (partition by terminal_id order by quarantine_id desc) as bytes
      from quarantine where store_id = ${storeId}) kept
    where q.store_id = ${storeId} and q.quarantine_id = kept.quarantine_id
      and kept.bytes > ${mostBytes}`.execute(db)
}
