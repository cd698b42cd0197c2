import { openStates } from '@coldkeep/domain/commands/command-state'
import type { StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import { sqlInstant } from '../db/instants'

/**
 * Removes commands of a store that ended before an instant.
 * @param keptBundles states of configurations under whose command a terminal may still speak: it stays
 */
export async function deleteOldCommands(
  db: Db,
  storeId: StoreId,
  before: EpochMs,
  keptBundles: readonly string[],
): Promise<void> {
  await sql`
    delete from command c where store_id = ${storeId}
      and changed_at < ${sqlInstant(before)} and state <> all(${openStates}::text[])
      and not exists (select from bundle b where b.store_id = c.store_id and b.terminal_id = c.terminal_id
        and b.command_id = c.command_id and b.state = any(${keptBundles}::text[]))`.execute(db)
}
