import type { StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { addDays, type LocalDate } from '@coldkeep/domain/time/local-date'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import { instantText } from '../db/instants'

export async function selectStoreIds(db: Db): Promise<StoreId[]> {
  const rows = await db.selectFrom('store').select('storeId').orderBy('storeId').execute()
  return rows.map((row) => row.storeId)
}

/** True while readings of a day are still to be packed. */
export async function isDayDue(db: Db, on: LocalDate): Promise<boolean> {
  const { rows } = await sql`
    select 1 as due from hour_due
    where hour >= ${`${on}T00:00:00Z`}::timestamptz and hour < ${`${addDays(on, 1)}T00:00:00Z`}::timestamptz
    limit 1`.execute(db)
  return rows.length > 0
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
