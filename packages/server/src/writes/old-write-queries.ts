import type { StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import { sqlInstant } from '../db/instants'

/** Removes writes of a store that were requested before an instant and whose commands are gone. */
export async function deleteOldWrites(db: Db, storeId: StoreId, before: EpochMs): Promise<void> {
  await sql`
    delete from write_line l where store_id = ${storeId}
      and exists (select from write_request r where r.store_id = l.store_id and r.write_id = l.write_id
        and r.created_at < ${sqlInstant(before)})
      and not exists (select from command c where c.store_id = l.store_id and c.command_id = l.command_id)`.execute(
    db,
  )
  await sql`
    delete from write_request r where store_id = ${storeId} and created_at < ${sqlInstant(before)}
      and not exists (select from write_line l where l.store_id = r.store_id and l.write_id = r.write_id)`.execute(
    db,
  )
}
