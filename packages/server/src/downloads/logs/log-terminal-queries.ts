import type { StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { Db } from '../../db/connect'

/** The terminals of a store that accept commands. */
export async function selectRequestedTerminals(db: Db, storeId: StoreId): Promise<TerminalId[]> {
  const rows = await db
    .selectFrom('terminal')
    .select('terminalId')
    .where('storeId', '=', storeId)
    .where('isEnabled', '=', true)
    .orderBy('terminalId')
    .execute()
  return rows.map(({ terminalId }) => terminalId)
}
