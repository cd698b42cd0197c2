import type { StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { Db } from '../../db/connect'

/** The terminals of a store that may be asked for something. */
export async function selectAskedTerminals(db: Db, storeId: StoreId): Promise<TerminalId[]> {
  const rows = await db
    .selectFrom('terminal')
    .select('terminalId')
    .where('storeId', '=', storeId)
    .where('isEnabled', '=', true)
    .orderBy('terminalId')
    .execute()
  return rows.map(({ terminalId }) => terminalId)
}

/** How the commands stand by which terminals were asked, and whether each terminal is there. */
export async function selectLogCommands(db: Db, storeId: StoreId, commandIds: readonly string[]) {
  if (commandIds.length === 0) return []
  return db
    .selectFrom('command')
    .leftJoin('terminalState', (join) =>
      join
        .onRef('terminalState.storeId', '=', 'command.storeId')
        .onRef('terminalState.terminalId', '=', 'command.terminalId'),
    )
    .select(['command.commandId', 'command.terminalId', 'command.state', 'command.expiresAt'])
    .select(['command.errorCode', 'command.errorText', 'terminalState.connection'])
    .where('command.storeId', '=', storeId)
    .where('command.commandId', 'in', [...commandIds])
    .orderBy('command.terminalId')
    .execute()
}
export type LogCommand = Awaited<ReturnType<typeof selectLogCommands>>[number]
