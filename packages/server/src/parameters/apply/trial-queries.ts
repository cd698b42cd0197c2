import type { HealthBaseline } from '@coldkeep/domain/analysis/health-baseline'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db } from '../../db/connect'
import { sameIn } from '../../db/same-in'

/** By what a device is judged: the clock of its store, and how it was when it was healthy. */
export function selectJudgedDevice(db: Db, storeId: StoreId, deviceId: DeviceId) {
  return db
    .selectFrom('device')
    .innerJoin('store', 'store.storeId', 'device.storeId')
    .leftJoin('deviceHealth', sameIn('deviceHealth', 'device', 'storeId', 'deviceId'))
    .select(['store.zone as timeZone', 'device.deviceModelId'])
    .select(sql<HealthBaseline | null>`device_health.baseline`.as('baseline'))
    .where('device.storeId', '=', storeId)
    .where('device.deviceId', '=', deviceId)
    .executeTakeFirst()
}

/** Alarms of a device that began after an instant. */
export async function countNewAlarms(
  db: Db,
  storeId: StoreId,
  deviceId: DeviceId,
  after: EpochMs,
): Promise<number> {
  const { count } = await db
    .selectFrom('alarm')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .where('startedAt', '>', after)
    .executeTakeFirstOrThrow()
  return count
}
