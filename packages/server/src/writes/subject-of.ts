import type { StoreId } from '@coldkeep/domain/ids'
import type { Db } from '../db/connect'

/** The names of the devices of a write, for the audit. */
export async function subjectOf(db: Db, storeId: StoreId, writeId: string): Promise<string> {
  const devices = await db
    .selectFrom('writeLine')
    .innerJoin('device', (join) =>
      join
        .onRef('device.storeId', '=', 'writeLine.storeId')
        .onRef('device.deviceId', '=', 'writeLine.deviceId'),
    )
    .select('device.name')
    .where('writeLine.storeId', '=', storeId)
    .where('writeLine.writeId', '=', writeId)
    .orderBy('writeLine.position')
    .execute()
  return devices.map(({ name }) => name).join(', ')
}
