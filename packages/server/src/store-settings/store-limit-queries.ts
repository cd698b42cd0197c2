import type { StoreId } from '@coldkeep/domain/ids'
import type { Scope } from '../access/scope'
import { isInScope, isShown } from '../access/scope-queries'
import type { Db } from '../db/connect'
import { sameIn } from '../db/same-in'

/** Alarm rules of the devices in use of a store, by device and point. */
export function selectLimitsOfStore(db: Db, scope: Scope, storeId: StoreId) {
  return db
    .selectFrom('alarmRule')
    .innerJoin('store', 'store.storeId', 'alarmRule.storeId')
    .innerJoin('device', sameIn('device', 'alarmRule', 'storeId', 'deviceId'))
    .innerJoin('point', sameIn('point', 'alarmRule', 'storeId', 'pointId'))
    .selectAll('alarmRule')
    .select(['device.name as deviceName', 'device.terminalId', 'point.name as pointName', 'point.unit'])
    .where('alarmRule.storeId', '=', storeId)
    .where('device.removedAt', 'is', null)
    .where(isInScope(scope))
    .where(isShown(scope, 'device'))
    .orderBy('device.name')
    .orderBy('point.position')
    .execute()
}
