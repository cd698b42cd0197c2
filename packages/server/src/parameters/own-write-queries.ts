import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { OwnWrite } from '@coldkeep/domain/parameters/drift'
import { type EpochMs, later, minutes } from '@coldkeep/domain/time/instant'
import type { Db } from '../db/connect'
import { sameIn } from '../db/same-in'

/** A write that was sent before the last reading may have happened after it. */
const SENT_BEFORE_MS = minutes(240)

/** Values that were sent to the parameters of a device since it was read. */
export async function selectOwnWrites(
  db: Db,
  storeId: StoreId,
  deviceId: DeviceId,
  since: EpochMs,
): Promise<readonly OwnWrite[]> {
  const rows = await db
    .selectFrom('writeLine')
    .innerJoin('command', sameIn('command', 'writeLine', 'storeId', 'commandId'))
    .select(['writeLine.commandCode as code', 'writeLine.value', 'command.createdAt as at'])
    .where('writeLine.storeId', '=', storeId)
    .where('writeLine.deviceId', '=', deviceId)
    .where('command.createdAt', '>=', later(since, -SENT_BEFORE_MS))
    .execute()
  return rows.flatMap(({ value, ...write }) => (value === null ? [] : [{ ...write, value }]))
}
