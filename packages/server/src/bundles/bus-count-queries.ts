import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import { busKinds } from '@coldkeep/domain/points/point'
import type { Db } from '../db/connect'

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
