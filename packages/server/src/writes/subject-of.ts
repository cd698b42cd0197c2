import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { Db } from '../db/connect'
import { selectWrittenDevices } from './write-line-queries'

/** The devices of a write and their names, for the audit. */
export async function subjectOf(
  db: Db,
  storeId: StoreId,
  writeId: string,
): Promise<{ readonly subject: string; readonly deviceIds: readonly DeviceId[] }> {
  const devices = await selectWrittenDevices(db, storeId, writeId)
  return {
    subject: devices.map(({ name }) => name).join(', '),
    deviceIds: devices.map(({ deviceId }) => deviceId),
  }
}
