import type { StoreId } from '@coldkeep/domain/ids'
import { days, type EpochMs, later } from '@coldkeep/domain/time/instant'
import type { Db } from '../db/connect'
import { wantedStates } from './bundle-queries'
import { openStates } from './command-state'

/**
 * A terminal remembers ids for 7 days and its messages wait 90 days at most, so nothing that could still be answered or
 * repeated is that old; what was done by whom stays in the audit log.
 */
const COMMANDS_KEPT_MS = days(365)
/** As long as readings are kept, packed: they explain the gaps in these. */
const EVENTS_KEPT_MS = days(731)

/**
 * Removes what nobody asks for any more of one store: commands that ended long ago, and what terminals told. A command
 * under which a terminal may still speak of the configuration that is wanted stays as long as that.
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
  await db
    .deleteFrom('terminalEvent')
    .where('storeId', '=', storeId)
    .where('at', '<', later(now, -EVENTS_KEPT_MS))
    .execute()
}
