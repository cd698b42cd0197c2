import type { StoreId } from '@coldkeep/domain/ids'
import { days, type EpochMs, later } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import { wantedStates } from '../bundles/bundle-queries'
import { openStates } from '../commands/command-state'
import type { Db } from '../db/connect'
import { sqlInstant } from '../db/instants'

/**
 * A terminal remembers ids for 7 days and its messages wait 90 days at most, so nothing that could still be answered or
 * repeated is that old; what was done by whom stays in the audit log.
 */
const COMMANDS_KEPT_MS = days(365)
/** As long as readings are kept, packed: they explain the gaps in these. */
const EVENTS_KEPT_MS = days(731)
/** Configurations of a terminal that can be gone back to, however old they are; of the last year all. */
const BUNDLES_KEPT = 20
const BUNDLES_KEPT_MS = days(365)

/**
 * Removes what nobody asks for any more of one store: commands that ended long ago, configurations that were replaced
 * long ago with what is known of their scripts, how scripts came to the store, and what terminals told. A command under
 * which a terminal may still speak of the configuration that is wanted stays as long as that.
 */
export async function deleteOldOfField(db: Db, storeId: StoreId, now: EpochMs): Promise<void> {
  await db
    .deleteFrom('command')
    .where('storeId', '=', storeId)
    .where('changedAt', '<', later(now, -COMMANDS_KEPT_MS))
    .where('state', 'not in', openStates)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bundle')
            .select('bundle.revision')
            .whereRef('bundle.storeId', '=', 'command.storeId')
            .whereRef('bundle.terminalId', '=', 'command.terminalId')
            .whereRef('bundle.commandId', '=', 'command.commandId')
            .where('bundle.state', 'in', wantedStates),
        ),
      ),
    )
    .execute()
  await sql`
    delete from write_line l where store_id = ${storeId}
      and exists (select from write_request r where r.store_id = l.store_id and r.write_id = l.write_id
        and r.created_at < ${sqlInstant(later(now, -COMMANDS_KEPT_MS))})
      and not exists (select from command c where c.store_id = l.store_id and c.command_id = l.command_id)`.execute(
    db,
  )
  await sql`
    delete from write_message m where store_id = ${storeId}
      and at < ${sqlInstant(later(now, -COMMANDS_KEPT_MS))}`.execute(db)
  await db
    .deleteFrom('terminalMessage')
    .where('storeId', '=', storeId)
    .where('at', '<', later(now, -COMMANDS_KEPT_MS))
    .execute()
  await sql`
    delete from write_request r where store_id = ${storeId}
      and created_at < ${sqlInstant(later(now, -COMMANDS_KEPT_MS))}
      and not exists (select from write_line l where l.store_id = r.store_id and l.write_id = r.write_id)`.execute(
    db,
  )
  await db
    .deleteFrom('terminalEvent')
    .where('storeId', '=', storeId)
    .where('at', '<', later(now, -EVENTS_KEPT_MS))
    .execute()
  await sql`
    delete from bundle b
    where store_id = ${storeId} and changed_at < ${sqlInstant(later(now, -BUNDLES_KEPT_MS))}
      and state <> all(${wantedStates}::text[])
      and revision < (select n.revision from bundle n
        where n.store_id = b.store_id and n.terminal_id = b.terminal_id
        order by n.revision desc offset ${sql.lit(BUNDLES_KEPT - 1)} limit 1)`.execute(db)
  await sql`
    delete from bundle_script s where store_id = ${storeId}
      and not exists (select from bundle b where b.store_id = s.store_id and b.terminal_id = s.terminal_id
        and b.revision = s.revision)`.execute(db)
  await db
    .deleteFrom('deploymentStore')
    .where('storeId', '=', storeId)
    .where('changedAt', '<', later(now, -COMMANDS_KEPT_MS))
    .where('state', '!=', 'waiting')
    .execute()
}
