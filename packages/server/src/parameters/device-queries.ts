import type { DepartmentId, DeviceId, DeviceModelId, FridgeEntryId, StoreId } from '@coldkeep/domain/ids'
import type { ClaimedDevice } from '@coldkeep/domain/parameters/claim'
import { FIRMWARE_CODE } from '@coldkeep/domain/parameters/firmware'
import { quality } from '@coldkeep/domain/points/reading'
import { type SqlBool, sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isInScope, isShown } from '../access/scope-queries'
import type { Db } from '../db/connect'

/** A device in use, as it is compared with what is wanted of it. */
export interface ComparableDevice extends ClaimedDevice {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
}

/** Where the last batch ended. */
export type DeviceKey = Pick<ComparableDevice, 'storeId' | 'deviceId'>

/** As it was last read. */
export const firmwareOf = sql<number | null>`(select v.value from parameter_value v
  where v.store_id = device.store_id and v.device_id = device.device_id and v.code = ${FIRMWARE_CODE}
    and v.quality = ${quality.good})`

function comparable(db: Db) {
  return db
    .selectFrom('store')
    .innerJoin('device', 'device.storeId', 'store.storeId')
    .innerJoin('department', 'department.departmentId', 'store.departmentId')
    .select(['device.storeId', 'device.deviceId', 'device.deviceModelId'])
    .select([
      sql<readonly DepartmentId[]>`department.path`.as('departments'),
      sql<FridgeEntryId | null>`device.fridge_brand_id`.as('fridgeBrandId'),
      sql<FridgeEntryId | null>`device.fridge_type_id`.as('fridgeTypeId'),
      sql<FridgeEntryId | null>`device.fridge_location_id`.as('fridgeLocationId'),
      firmwareOf.as('firmware'),
    ])
    .where('device.removedAt', 'is', null)
}

/** Some devices of one store. */
export function selectComparable(
  db: Db,
  storeId: StoreId,
  devices: readonly DeviceId[],
): Promise<ComparableDevice[]> {
  return comparable(db)
    .where('device.storeId', '=', storeId)
    .where(sql<SqlBool>`device.device_id = any(${devices}::bigint[])`)
    .orderBy('device.deviceId')
    .execute()
}

/** Of which devices of a model. */
interface Within {
  readonly scope: Scope
  readonly storeId: StoreId | null
}

/** The devices of a model in batches, by store; all of them where not said otherwise. */
export function selectComparableOfModel(
  db: Db,
  model: DeviceModelId,
  after: DeviceKey | null,
  limit: number,
  within?: Within,
): Promise<ComparableDevice[]> {
  let query = comparable(db).where('device.deviceModelId', '=', model)
  if (within !== undefined)
    query = query.where(isInScope(within.scope)).where(isShown(within.scope, 'device'))
  if (within?.storeId != null) query = query.where('device.storeId', '=', within.storeId)
  if (after !== null)
    query = query.where(
      sql<SqlBool>`(device.store_id, device.device_id) > (${after.storeId}, ${after.deviceId}::bigint)`,
    )
  return query.orderBy('device.storeId').orderBy('device.deviceId').limit(limit).execute()
}
