import { openStates } from '@coldkeep/domain/commands/command-state'
import type { StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { Db } from '../db/connect'

interface Known {
  readonly storeId: StoreId
  readonly terminalId: TerminalId
}

/** A command of the terminal; `undefined` where it has none of that id. */
export function selectTerminalCommand(db: Db, { storeId, terminalId }: Known, commandId: string) {
  return db
    .selectFrom('command')
    .select(['commandId', 'op', 'arg'])
    .where('storeId', '=', storeId)
    .where('commandId', '=', commandId)
    .where('terminalId', '=', terminalId)
    .executeTakeFirst()
}

/** True while the terminal has an open command to upload its log. */
export async function isLogRequest(
  db: Db,
  { storeId, terminalId }: Known,
  commandId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('command')
    .select('commandId')
    .where('storeId', '=', storeId)
    .where('commandId', '=', commandId)
    .where('terminalId', '=', terminalId)
    .where('op', '=', 'log.fetch')
    .where('state', 'in', openStates)
    .executeTakeFirst()
  return row !== undefined
}
