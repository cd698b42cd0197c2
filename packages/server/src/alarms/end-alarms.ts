import { endWatch } from '@coldkeep/domain/alarms/end-watch'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Trx } from '../db/connect'
import { type ChangedAlarm, insertEvents } from './alarm-queries'
import type { AlarmWatches } from './alarm-watches'
import { selectOpenOfDevice, updateUnwatched } from './open-record-queries'

const because = 'retired'

interface DeviceKey {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
}

/**
 * Closes all open alarms of a device that is retired in the same transaction. The store is dropped from the
 * cache, so that the next reader loads its devices again.
 * @returns what changed, to be published after the commit
 */
export async function endAlarms(
  trx: Trx,
  watches: AlarmWatches,
  device: DeviceKey,
  now: EpochMs,
): Promise<readonly ChangedAlarm[]> {
  const watched = await writeIdle(trx, watches, device, now)
  return [...watched, ...(await endUnwatched(trx, device.storeId, device.deviceId, now))]
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

/** Alarms without a watch: early warnings, and alarms that their watch no longer carries. */
async function endUnwatched(
  trx: Trx,
  storeId: StoreId,
  deviceId: DeviceId,
  now: EpochMs,
): Promise<readonly ChangedAlarm[]> {
  const open = await selectOpenOfDevice(trx, storeId, deviceId)
  for (const record of open) await updateUnwatched(trx, record, null, { at: now })
  const ends = open.map((record) => ({ ...record, kind: 'cleared', at: now, reason: because }))
  await insertEvents(trx, ends, now)
  return open
}
