import type { StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import { sqlInstant } from '../db/instants'
import { desiredStates } from './bundle-queries'

/** Configurations of a terminal that can be gone back to, however old they are. */
const BUNDLES_KEPT = 20

/** Removes configurations of a store that were replaced before an instant, with what is known of their scripts. */
export async function deleteOldBundles(db: Db, storeId: StoreId, before: EpochMs): Promise<void> {
  await sql`
    delete from bundle b
    where store_id = ${storeId} and changed_at < ${sqlInstant(before)}
      and state <> all(${desiredStates}::text[])
      and revision < (select n.revision from bundle n
        where n.store_id = b.store_id and n.terminal_id = b.terminal_id
        order by n.revision desc offset ${sql.lit(BUNDLES_KEPT - 1)} limit 1)`.execute(db)
  await sql`
    delete from bundle_script s where store_id = ${storeId}
      and not exists (select from bundle b where b.store_id = s.store_id and b.terminal_id = s.terminal_id
        and b.revision = s.revision)`.execute(db)
}
