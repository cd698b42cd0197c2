import type { DeviceId, FridgeEntryId } from '@coldkeep/domain/ids'
import type { FridgeList } from '@coldkeep/domain/organisation/fridge-list'
import { sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isInScope, isShown } from '../access/scope-queries'
import type { Db } from '../db/connect'
import { fridgeColumn } from '../devices/fridge-entry-queries'

export interface EntryUse {
  readonly id: FridgeEntryId
  /** In use, and seen by the caller. */
  readonly devices: number
  readonly stores: number
}

/** How many devices in use each entry of a list has; entries without any are left out. */
export function selectUse(db: Db, scope: Scope, list: FridgeList): Promise<EntryUse[]> {
  return counted(db, scope)
    .select(fridgeColumn(list).as('id'))
    .where(fridgeColumn(list), 'is not', null)
    .groupBy(fridgeColumn(list))
    .execute()
}

/** The same of one entry. */
export function selectUseOf(db: Db, scope: Scope, list: FridgeList, id: FridgeEntryId) {
  return counted(db, scope).where(fridgeColumn(list), '=', id).executeTakeFirstOrThrow()
}

/** Some of its devices, by store. */
export function selectSomeDevices(
  db: Db,
  scope: Scope,
  list: FridgeList,
  id: FridgeEntryId,
  limit: number,
): Promise<{ id: DeviceId; name: string; store: string }[]> {
  return seen(db, scope)
    .select(['device.deviceId as id', 'device.name', 'store.name as store'])
    .where(fridgeColumn(list), '=', id)
    .orderBy('store.code')
    .orderBy('device.name')
    .limit(limit)
    .execute()
}

function counted(db: Db, scope: Scope) {
  return seen(db, scope).select([
    sql<number>`count(*)::int`.as('devices'),
    sql<number>`count(distinct device.store_id)::int`.as('stores'),
  ])
}

function seen(db: Db, scope: Scope) {
  return db
    .selectFrom('device')
    .innerJoin('store', 'store.storeId', 'device.storeId')
    .where('device.removedAt', 'is', null)
    .where(isInScope(scope))
    .where(isShown(scope, 'device'))
}
