import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { Observed } from '@coldkeep/domain/parameters/compare'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Trx } from '../db/connect'
import { selectKnownValues } from '../writes/known-values'
import { selectParameters } from './compare-devices'
import { selectComparable } from './device-queries'
import { keepRead } from './follow-read'

/** Keeps parameters of devices that are polled all the same: all that is known of those that cannot be read besides. */
export async function keepPolled(
  trx: Trx,
  storeId: StoreId,
  deviceIds: readonly DeviceId[],
  now: EpochMs,
): Promise<void> {
  const devices = await selectComparable(trx, storeId, deviceIds)
  const models = [...new Set(devices.map(({ deviceModelId }) => deviceModelId))]
  const parameters = await selectParameters(trx, models)
  const reads = new Map<DeviceId, ReadonlyMap<string, Observed>>()
  for (const { deviceId, deviceModelId } of devices) {
    const known = await selectKnownValues(trx, { storeId, deviceId }, now)
    const own = (parameters.get(deviceModelId) ?? []).flatMap(({ code, name }) => {
      const value = known.get(name)
      return value === undefined ? [] : [[code, value] as const]
    })
    reads.set(deviceId, new Map(own))
  }
  await keepRead(trx, storeId, reads, now)
}
