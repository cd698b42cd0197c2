import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { Observed } from '@coldkeep/domain/parameters/compare'
import { firmwareNodes } from '@coldkeep/domain/parameters/firmware'
import { parametersOf } from '@coldkeep/domain/parameters/parameter'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Trx } from '../db/connect'
import { selectPublished } from '../instructions/model-version-queries'
import { selectKnownValues } from '../writes/known-values'
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
  const published = await selectPublished(trx, models)
  const reads = new Map<DeviceId, ReadonlyMap<string, Observed>>()
  for (const { deviceId, deviceModelId } of devices) {
    const known = await selectKnownValues(trx, { storeId, deviceId }, now)
    const tables = published.get(deviceModelId)?.tables
    const shown = tables === undefined ? [] : [...parametersOf(tables), ...firmwareNodes(tables)]
    const own = shown.flatMap(({ code, name }) => {
      const value = known.get(name)
      return value === undefined ? [] : [[code, value] as const]
    })
    reads.set(deviceId, new Map(own))
  }
  await keepRead(trx, storeId, reads, now)
}
