import { endWatch } from '@coldkeep/domain/alarms/end-watch'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Trx } from '../db/connect'
import { type ChangedAlarm, insertEvents } from './alarm-queries'
import type { AlarmWatches } from './alarm-watches'
import { selectOpenOfDevice, updateStanding } from './standing-record-queries'
import { updateOpenWarnings } from './warning-alarm-queries'

const because = 'retired'

interface DeviceKey {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
}

/**
 * Closes all that stands open of a device that is retired in the same transaction. Nothing of it is remembered, so that
 * whoever looks at the store next reads anew which devices it has.
 * @returns what changed, to be published after the commit
 */
export async function endAlarms(
  trx: Trx,
  watches: AlarmWatches,
  device: DeviceKey,
  now: EpochMs,
): Promise<readonly ChangedAlarm[]> {
  const watched = await writeIdle(trx, watches, device, now)
  return [...watched, ...(await endStanding(trx, device.storeId, device.deviceId, now))]
}

/** A device that has just been taken into use again is judged from now on, not by what was before. */
export async function beginAlarms(
  trx: Trx,
  watches: AlarmWatches,
  device: DeviceKey,
  now: EpochMs,
): Promise<void> {
  await writeIdle(trx, watches, device, now)
}

async function writeIdle(
  trx: Trx,
  watches: AlarmWatches,
  { storeId, deviceId }: DeviceKey,
  now: EpochMs,
): Promise<readonly ChangedAlarm[]> {
  const stores = await watches.lock(trx, [storeId], now)
  const watch = stores.device(storeId, deviceId)?.watch
  if (watch === undefined) return []
  stores.take(storeId, deviceId, endWatch(watch, now, because))
  stores.keep(storeId, deviceId)
  return stores.write()
}

/** What stands for itself: early warnings, and alarms that their watch does not go on with. */
async function endStanding(
  trx: Trx,
  storeId: StoreId,
  deviceId: DeviceId,
  now: EpochMs,
): Promise<readonly ChangedAlarm[]> {
  const open = await selectOpenOfDevice(trx, storeId, deviceId)
  for (const record of open) await updateStanding(trx, record, null, { at: now })
  const ends = open.map((record) => ({ ...record, kind: 'cleared', at: now, reason: because }))
  await insertEvents(trx, ends, now)
  await updateOpenWarnings(trx, storeId, deviceId, { clearedAt: now, reason: because })
  return open
}
