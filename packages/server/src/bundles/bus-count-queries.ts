import type { DeviceId, PointId, StoreId } from '@coldkeep/domain/ids'
import { busKinds } from '@coldkeep/domain/points/point'
import type { Db } from '../db/connect'
import type { DeviceKeys } from '../devices/device-row-queries'

/** The open lists of devices under which counts of their buses are stored. */
export function selectCountLists(db: Db, storeId: StoreId, deviceIds: readonly DeviceId[]) {
  return db
    .selectFrom('pointList')
    .select(['deviceId', 'periodSeconds', 'valuePoints'])
    .where('storeId', '=', storeId)
    .where('deviceId', 'in', deviceIds)
    .where('countsBus', '=', true)
    .where('lastRevision', 'is', null)
    .orderBy('pointListId')
    .execute()
}

/** The points of devices that are counts of their buses. */
export function selectCountPoints(db: Db, storeId: StoreId, deviceIds: readonly DeviceId[]) {
  return db
    .selectFrom('point')
    .select(['pointId', 'kind'])
    .where('storeId', '=', storeId)
    .where('deviceId', 'in', deviceIds)
    .where('kind', 'in', busKinds)
    .execute()
}

export interface CountListDraft {
  readonly periodSeconds: number
  /** From which on its readings are of this list. */
  readonly revision: number
  readonly pointIds: PointId[]
}

/** Opens the list under which counts of a device's bus are stored. */
export async function insertCountList(
  trx: Db,
  { storeId, deviceId }: DeviceKeys,
  { periodSeconds, revision, pointIds }: CountListDraft,
): Promise<void> {
  await trx
    .insertInto('pointList')
    .values({
      storeId,
      deviceId,
      periodSeconds,
      valuePoints: pointIds,
      counterPoints: [],
      firstRevision: revision,
      lastRevision: null,
      countsBus: true,
    })
    .execute()
}
