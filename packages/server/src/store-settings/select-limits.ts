import type { WireStoreLimit } from '@coldkeep/contract/areas/store-settings'
import type { PointId, StoreId } from '@coldkeep/domain/ids'
import { isInScope, isShown, type Scope } from '../access/scope'
import { selectWantedDocuments } from '../bundles/bundle-queries'
import type { Db } from '../db/connect'

/** Alarm rules of the devices in use of a store, by device and point, with the script that reads each point. */
export async function selectStoreLimits(db: Db, scope: Scope, storeId: StoreId): Promise<WireStoreLimit[]> {
  const rows = await db
    .selectFrom('alarmRule')
    .innerJoin('store', 'store.storeId', 'alarmRule.storeId')
    .innerJoin('device', (join) =>
      join
        .onRef('device.storeId', '=', 'alarmRule.storeId')
        .onRef('device.deviceId', '=', 'alarmRule.deviceId'),
    )
    .innerJoin('point', (join) =>
      join.onRef('point.storeId', '=', 'alarmRule.storeId').onRef('point.pointId', '=', 'alarmRule.pointId'),
    )
    .selectAll('alarmRule')
    .select(['device.name as deviceName', 'device.terminalId', 'point.name as pointName', 'point.unit'])
    .where('alarmRule.storeId', '=', storeId)
    .where('device.removedAt', 'is', null)
    .where(isInScope(scope))
    .where(isShown(scope, 'device'))
    .orderBy('device.name')
    .orderBy('point.position')
    .execute()
  const documents = await selectWantedDocuments(db, [...new Set(rows.map(({ terminalId }) => terminalId))])
  const scriptOf = new Map<PointId, string>()
  for (const { scripts } of documents.values()) {
    for (const { name, commands } of scripts) {
      for (const { pointId } of commands.flatMap(({ nodes }) => nodes)) scriptOf.set(pointId, name)
    }
  }
  return rows.map((row) => ({
    device: { id: String(row.deviceId), name: row.deviceName },
    point: row.pointName,
    unit: row.unit,
    low: row.lowLimit,
    low_minutes: row.lowDelayMinutes,
    high: row.highLimit,
    high_minutes: row.highDelayMinutes,
    lost_minutes: row.lostDelayMinutes,
    script: scriptOf.get(row.pointId) ?? '',
  }))
}
