import { SIMULATOR_PROGRAM } from '@coldkeep/contract/mqtt/state'
import { groupBy } from '@coldkeep/domain/group-by'
import type { StoreId } from '@coldkeep/domain/ids'
import type { StoreEquipment } from '@coldkeep/domain/polling/store-equipment'
import type { Scope } from '../access/scope'
import { isInScope } from '../access/scope-queries'
import { type DesiredDocument, selectDesiredDocuments } from '../bundles/bundle-queries'
import type { Db, Trx } from '../db/connect'
import { sameIn } from '../db/same-in'

/** One read of each table for any number of stores. */
export async function selectEquipment(
  db: Db,
  storeIds: readonly StoreId[],
): Promise<Map<StoreId, StoreEquipment<DesiredDocument>>> {
  if (storeIds.length === 0) return new Map()
  const stores = await db
    .selectFrom('store')
    .innerJoin('department', 'department.departmentId', 'store.departmentId')
    .select(['storeId', 'path'])
    .where('storeId', 'in', storeIds)
    .execute()
  const pathOf = new Map(stores.map(({ storeId, path }) => [storeId, path]))
  const terminals = await db
    .selectFrom('terminal')
    .leftJoin('terminalState', sameIn('terminalState', 'terminal', 'storeId', 'terminalId'))
    .select(['terminal.storeId', 'terminal.terminalId', 'terminalState.program'])
    .where('terminal.storeId', 'in', storeIds)
    .where('terminal.isEnabled', '=', true)
    .orderBy('terminal.terminalId')
    .execute()
  const documents = await selectDesiredDocuments(
    db,
    terminals.map(({ terminalId }) => terminalId),
  )
  const devices = await db
    .selectFrom('device')
    .select(['storeId', 'deviceId', 'terminalId', 'deviceModelId', 'name', 'unitId', 'portId'])
    .select('removedAt')
    .where('storeId', 'in', storeIds)
    .orderBy('deviceId')
    .execute()
  const points = await db
    .selectFrom('point')
    .select(['storeId', 'pointId', 'deviceId', 'name', 'kind'])
    .where('storeId', 'in', storeIds)
    .orderBy('position')
    .execute()
  const pointsOf = groupBy(points, ({ deviceId }) => deviceId)
  const devicesOf = groupBy(devices, ({ storeId }) => storeId)
  const terminalsOf = groupBy(terminals, ({ storeId }) => storeId)
  return new Map(
    storeIds.map((storeId) => [
      storeId,
      {
        path: pathOf.get(storeId) ?? [],
        terminals: new Map(
          (terminalsOf.get(storeId) ?? []).map(({ terminalId }) => [
            terminalId,
            documents.get(terminalId) ?? null,
          ]),
        ),
        simulated: new Set(
          (terminalsOf.get(storeId) ?? [])
            .filter(({ program }) => program === SIMULATOR_PROGRAM)
            .map(({ terminalId }) => terminalId),
        ),
        devices: (devicesOf.get(storeId) ?? [])
          .filter(({ removedAt }) => removedAt === null)
          .map(({ removedAt: _, ...device }) => ({ ...device, points: pointsOf.get(device.deviceId) ?? [] })),
        retired: (devicesOf.get(storeId) ?? []).filter(({ removedAt }) => removedAt !== null),
      },
    ]),
  )
}

/** Those of some stores that are in a scope. */
export function selectStoresByCode(db: Db, scope: Scope, ids: readonly StoreId[]) {
  return db
    .selectFrom('store')
    .select(['storeId as id', 'code', 'name'])
    .where(({ eb, fn, val }) => eb('storeId', '=', fn.any(val(ids))))
    .where(isInScope(scope))
    .orderBy('code')
    .execute()
}

/** All terminals of a store, held until the transaction ends. */
export async function lockTerminalsAt(trx: Trx, storeId: StoreId): Promise<void> {
  await trx
    .selectFrom('terminal')
    .select('terminalId')
    .where('storeId', '=', storeId)
    .orderBy('terminalId')
    .forUpdate()
    .execute()
}
