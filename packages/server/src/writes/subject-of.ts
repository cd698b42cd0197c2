import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { Db } from '../db/connect'

/** The devices of a write and their names, for the audit. */
export async function subjectOf(
  db: Db,
  storeId: StoreId,
  writeId: string,
): Promise<{ readonly subject: string; readonly deviceIds: readonly DeviceId[] }> {
  const devices = await db
    .selectFrom('writeLine')
    .innerJoin('device', (join) =>
      join
        .onRef('device.storeId', '=', 'writeLine.storeId')
        .onRef('device.deviceId', '=', 'writeLine.deviceId'),
    )
    .select(['device.deviceId', 'device.name'])
    .where('writeLine.storeId', '=', storeId)
    .where('writeLine.writeId', '=', writeId)
    .orderBy('writeLine.position')
    .execute()
  return {
    subject: devices.map(({ name }) => name).join(', '),
    deviceIds: devices.map(({ deviceId }) => deviceId),
  }
}
