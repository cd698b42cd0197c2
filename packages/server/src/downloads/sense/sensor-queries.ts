import type { DeviceId, PointId, StoreId } from '@coldkeep/domain/ids'
import type { DeviceType } from '@coldkeep/domain/organisation/device'
import type { PointKind, PointUnit } from '@coldkeep/domain/points/point'
import type { Scope } from '../../access/scope'
import { isInScope, isShown } from '../../access/scope-queries'
import type { Db } from '../../db/connect'

/** A column of a report. */
export interface Sensor {
  readonly storeId: StoreId
  readonly storeCode: string
  readonly storeName: string
  readonly zone: string
  readonly deviceId: DeviceId
  readonly deviceName: string
  readonly deviceType: DeviceType
  readonly pointId: PointId
  readonly name: string
  readonly kind: PointKind
  readonly unit: PointUnit
}

/** Of some kinds in the stores of a scope. */
export function selectSensors(db: Db, scope: Scope, kinds: readonly PointKind[]): Promise<Sensor[]> {
  return sensors(db, scope)
    .where('point.kind', 'in', [...kinds])
    .execute()
}

/** Those of some points of a store that are there. */
export function selectStoreSensors(
  db: Db,
  scope: Scope,
  storeId: StoreId,
  pointIds: readonly PointId[],
): Promise<Sensor[]> {
  return sensors(db, scope)
    .where('store.storeId', '=', storeId)
    .where('point.pointId', 'in', [...pointIds])
    .execute()
}

/** All that can be chosen at a store. */
export function selectAllSensors(db: Db, scope: Scope, storeId: StoreId): Promise<Sensor[]> {
  return sensors(db, scope).where('store.storeId', '=', storeId).execute()
}

/** All of some kinds that can be chosen of one device. */
export function selectDeviceSensors(
  db: Db,
  scope: Scope,
  deviceId: DeviceId,
  kinds: readonly PointKind[],
): Promise<Sensor[]> {
  return sensors(db, scope)
    .where('device.deviceId', '=', deviceId)
    .where('point.kind', 'in', [...kinds])
    .execute()
}

/** Store by store and device by device. */
function sensors(db: Db, scope: Scope) {
  return db
    .selectFrom('store')
    .innerJoin('device', 'device.storeId', 'store.storeId')
    .innerJoin('point', (join) =>
      join.onRef('point.storeId', '=', 'device.storeId').onRef('point.deviceId', '=', 'device.deviceId'),
    )
    .select(['store.storeId', 'store.code as storeCode', 'store.name as storeName', 'store.zone'])
    .select(['device.deviceId', 'device.name as deviceName', 'device.type as deviceType'])
    .select(['point.pointId', 'point.name', 'point.kind', 'point.unit'])
    .where(isInScope(scope))
    .where(isShown(scope, 'device'))
    .orderBy('store.code')
    .orderBy('store.storeId')
    .orderBy('device.deviceId')
    .orderBy('point.position')
}
