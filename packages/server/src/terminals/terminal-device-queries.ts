import type { StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { Db } from '../db/connect'

interface OfTerminal {
  readonly storeId: StoreId
  readonly terminalId: TerminalId
}

/** The devices of a terminal that are in use. */
export function selectDevicesInUse(db: Db, { storeId, terminalId }: OfTerminal) {
  return db
    .selectFrom('device')
    .select(['type', 'zone', 'unitId'])
    .where('storeId', '=', storeId)
    .where('terminalId', '=', terminalId)
    .where('removedAt', 'is', null)
    .execute()
}

/** Devices that were removed count: their readings are still taken. */
export async function hasDevices(db: Db, { storeId, terminalId }: OfTerminal): Promise<boolean> {
  const row = await db
    .selectFrom('device')
    .select('deviceId')
    .where('storeId', '=', storeId)
    .where('terminalId', '=', terminalId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
