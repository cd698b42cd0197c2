import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import { type LiveValue, liveValues } from '@coldkeep/domain/points/live-values'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Db } from '../db/connect'
import { selectLatestCycles, selectPoints } from '../devices/device-queries'

/** What is known of the points of a device, by their names. */
export async function selectKnownValues(
  db: Db,
  { storeId, deviceId }: { readonly storeId: StoreId; readonly deviceId: DeviceId },
  now: EpochMs,
): Promise<ReadonlyMap<string, LiveValue>> {
  const points = await selectPoints(db, storeId, deviceId)
  const live = liveValues(await selectLatestCycles(db, storeId, deviceId), now)
  return new Map(
    points.flatMap(({ pointId, name }) => {
      const value = live.get(pointId)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
