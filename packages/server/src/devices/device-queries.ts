import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { Scope } from '../access/scope'
import { isBelow, isInScope, isShown } from '../access/scope-queries'
import type { SignedIn } from '../access/signed-in'
import type { Db } from '../db/connect'
import { containing } from '../db/containing'
import { sameIn } from '../db/same-in'

const MOST_FOUND = 20

/** A device with its place and terminal, or `null` when it is not in the scope. */
export async function selectDevice(db: Db, scope: Scope, deviceId: DeviceId) {
  const row = await db
    .selectFrom('store')
    .innerJoin('device', 'device.storeId', 'store.storeId')
    .innerJoin('deviceModel', 'deviceModel.deviceModelId', 'device.deviceModelId')
    .leftJoin('vendor', 'vendor.vendorId', 'store.vendorId')
    .leftJoin('terminalState', sameIn('terminalState', 'device', 'storeId', 'terminalId'))
    .select([
      'device.deviceId',
      'device.name',
      'device.type',
      'device.zone',
      'device.unitId',
      'device.terminalId',
      'deviceModel.brand',
      'deviceModel.model',
      'store.storeId',
      'store.departmentId',
      'store.code as storeCode',
      'store.name as storeName',
      'store.address',
      'store.zone as timeZone',
      'vendor.name as vendorName',
      'terminalState.connection',
      'terminalState.since',
      'terminalState.hostLostSince',
      'terminalState.lastMessageAt',
    ])
    .where('device.deviceId', '=', deviceId)
    .where(isInScope(scope))
    .where(isShown(scope, 'device'))
    .executeTakeFirst()
  return row ?? null
}

export type PlacedDevice = NonNullable<Awaited<ReturnType<typeof selectDevice>>>

/** The departments from the caller's own down to the one given. */
export async function selectDepartmentNames(db: Db, user: SignedIn, device: PlacedDevice) {
  const { path } = await db
    .selectFrom('department')
    .select('path')
    .where('departmentId', '=', device.departmentId)
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('department')
    .select(['departmentId', 'name'])
    .where('departmentId', 'in', path)
    .where(isBelow(user.departmentId))
    .execute()
  const names = new Map(rows.map((row) => [row.departmentId, row.name]))
  return path.flatMap((id) => {
    const name = names.get(id)
    return name === undefined ? [] : [{ id: String(id), name }]
  })
}

export function selectPoints(db: Db, storeId: StoreId, deviceId: DeviceId) {
  return db
    .selectFrom('point')
    .select(['pointId', 'name', 'kind', 'unit'])
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .orderBy('position')
    .orderBy('pointId')
    .execute()
}

/** What is currently read from a device, or reported about its bus, each list with its last cycle. */
export function selectLatestCycles(db: Db, storeId: StoreId, deviceId: DeviceId) {
  return db
    .selectFrom('pointList')
    .leftJoin('latest', sameIn('latest', 'pointList', 'storeId', 'deviceId', 'pointListId'))
    .select([
      'pointList.periodSeconds',
      'pointList.valuePoints',
      'pointList.counterPoints',
      'pointList.countsBus',
      'latest.at',
      'latest.values',
      'latest.counters',
      'latest.quality',
    ])
    .where('pointList.storeId', '=', storeId)
    .where('pointList.deviceId', '=', deviceId)
    .where('pointList.lastRevision', 'is', null)
    .orderBy('pointList.pointListId')
    .execute()
}

export type LatestCycle = Awaited<ReturnType<typeof selectLatestCycles>>[number]

/** Devices in use whose name, or whose store's name or number, holds the text. */
export function searchDevices(db: Db, scope: Scope, text: string) {
  const pattern = containing(text)
  return db
    .selectFrom('store')
    .innerJoin('device', 'device.storeId', 'store.storeId')
    .select(['device.deviceId as id', 'device.name', 'store.name as store'])
    .where(isInScope(scope))
    .where(isShown(scope, 'device'))
    .where('device.removedAt', 'is', null)
    .where((is) =>
      is.or([
        is('device.name', 'ilike', pattern),
        is('store.name', 'ilike', pattern),
        is('store.code', 'ilike', pattern),
      ]),
    )
    .orderBy('device.name')
    .orderBy('store.name')
    .orderBy('device.deviceId')
    .limit(MOST_FOUND)
    .execute()
}
