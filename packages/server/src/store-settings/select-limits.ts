import type { WireStoreLimit } from '@coldkeep/contract/areas/store-settings'
import type { PointId, StoreId } from '@coldkeep/domain/ids'
import type { Scope } from '../access/scope'
import { selectDesiredDocuments } from '../bundles/bundle-queries'
import type { Db } from '../db/connect'
import { selectLimitsOfStore } from './store-limit-queries'

/** Alarm rules of the devices in use of a store, by device and point, with the script that reads each point. */
export async function selectStoreLimits(db: Db, scope: Scope, storeId: StoreId): Promise<WireStoreLimit[]> {
  const rows = await selectLimitsOfStore(db, scope, storeId)
  const documents = await selectDesiredDocuments(db, [...new Set(rows.map(({ terminalId }) => terminalId))])
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
    lowMinutes: row.lowDelayMinutes,
    high: row.highLimit,
    highMinutes: row.highDelayMinutes,
    lostMinutes: row.lostDelayMinutes,
    script: scriptOf.get(row.pointId) ?? '',
  }))
}
