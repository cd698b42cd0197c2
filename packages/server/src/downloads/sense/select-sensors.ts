import { Problem } from '@coldkeep/contract/problem'
import type { DeviceId, PointId, StoreId } from '@coldkeep/domain/ids'
import type { DeviceType } from '@coldkeep/domain/organisation/device'
import type { PointKind, PointUnit } from '@coldkeep/domain/points/point'
import { kindsIn } from '@coldkeep/domain/points/sensor-group'
import { isInScope, isShown, type Scope, scopeOf, selectScope, selectStoreInScope } from '../../access/scope'
import type { SignedIn } from '../../access/signed-in'
import type { Db } from '../../db/connect'
import type { SenseOrder } from './sense-order'

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

/**
 * What is in a report, store by store and device by device, as far as the account sees it.
 * @throws Problem `store.unknown`, `department.unknown`; `point.unknown` where a chosen sensor is not (any more) theirs
 */
export async function selectOrdered(db: Db, user: SignedIn, { of }: SenseOrder): Promise<Sensor[]> {
  if ('departmentId' in of) {
    const scope = await selectScope(db, user, of.departmentId)
    return sensors(db, scope)
      .where('point.kind', 'in', [...kindsIn(of.group)])
      .execute()
  }
  const scope = scopeOf(user)
  await selectStoreInScope(db, scope, of.storeId)
  const found = await sensors(db, scope)
    .where('store.storeId', '=', of.storeId)
    .where('point.pointId', 'in', [...of.pointIds])
    .execute()
  if (found.length < new Set(of.pointIds).size) throw new Problem('point.unknown', {}, { query: 'unknown' })
  return found
}

/** All that can be chosen at a store, or of one device. */
export function sensors(db: Db, scope: Scope) {
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
