import type { DepartmentId, DeviceModelId } from '@coldkeep/domain/ids'
import { sql } from 'kysely'
import type { Db } from '../db/connect'

/** A department in whose own stores devices of a model are in use. */
export interface ModelReach {
  readonly departmentId: DepartmentId
  readonly name: string
  /** From the top down to the department itself. */
  readonly path: readonly DepartmentId[]
  readonly devices: number
}

/** Where a model is in use, by the name of the department. */
export function selectModelReach(db: Db, deviceModelId: DeviceModelId): Promise<ModelReach[]> {
  return db
    .selectFrom('device')
    .innerJoin('store', 'store.storeId', 'device.storeId')
    .innerJoin('department', 'department.departmentId', 'store.departmentId')
    .select(['department.departmentId', 'department.name', 'department.path'])
    .select(sql<number>`count(*)::int`.as('devices'))
    .where('device.deviceModelId', '=', deviceModelId)
    .where('device.removedAt', 'is', null)
    .groupBy(['department.departmentId', 'department.name', 'department.path'])
    .orderBy('department.name')
    .orderBy('department.departmentId')
    .execute()
}
