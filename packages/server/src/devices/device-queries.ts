import type { DeviceId, DeviceModelId, PointId, PointListId, StoreId } from '@coldkeep/domain/ids'
import type { Device } from '@coldkeep/domain/organisation/device'
import { type BusKind, busKinds, isCounter, type Point } from '@coldkeep/domain/points/point'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import { isBelow, isInScope, isShown, type Scope } from '../access/scope'
import type { SignedIn } from '../access/signed-in'
import type { Db } from '../db/connect'
import { containing } from '../db/containing'

const MOST_FOUND = 20

/** A device that has no id yet, with what one script reads from it, in order. */
export interface DeviceDraft extends Omit<Device, 'id'> {
  readonly commissionedAt: EpochMs
  readonly periodSeconds: number
  /** Revision of the terminal's settings from which on the points are read. */
  readonly revision: number
  readonly points: readonly PointDraft[]
  /** Of a main meter: the power that is paid for, and the minutes over which demand is measured. */
  readonly contractedKw?: number
  readonly demandIntervalMinutes?: 15 | 30
}

interface PointDraft extends Omit<Point, 'id' | 'storeId' | 'deviceId'> {
  /** Of a counter that starts again some day: at what, in its own unit. */
  readonly counterEndsAt?: number
}

export interface InsertedDevice {
  readonly deviceId: DeviceId
  readonly pointListId: PointListId
  /** In the order of the draft. */
  readonly pointIds: readonly PointId[]
}

/** The model of that brand and name that belongs to nobody, as those that come with the product; made when it is new. */
export async function insertDeviceModel(db: Db, brand: string, model: string): Promise<DeviceModelId> {
  await db
    .insertInto('deviceModel')
    .values({ brand, model })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .selectFrom('deviceModel')
    .select('deviceModelId')
    .where('departmentId', 'is', null)
    .where('brand', '=', brand)
    .where('model', '=', model)
    .executeTakeFirstOrThrow()
  return row.deviceModelId
}

/** Adds a device with its points and the list in which they are read. */
export async function insertDevice(db: Db, draft: DeviceDraft): Promise<InsertedDevice> {
  const { points, periodSeconds, revision, modelId, ...device } = draft
  const { storeId } = draft
  const { deviceId } = await db
    .insertInto('device')
    .values({ ...device, deviceModelId: modelId, removedAt: null })
    .returning('deviceId')
    .executeTakeFirstOrThrow()
  const inserted = await db
    .insertInto('point')
    .values(points.map((point, position) => ({ ...point, storeId, deviceId, position })))
    .returning(['pointId', 'position'])
    .execute()
  const pointIds = inserted.sort((a, b) => a.position - b.position).map(({ pointId }) => pointId)
  const idsOf = (counter: boolean) =>
    pointIds.filter((_, index) => counter === isCounter((points[index] as Point).kind))
  const { pointListId } = await db
    .insertInto('pointList')
    .values({
      storeId,
      deviceId,
      periodSeconds,
      valuePoints: idsOf(false),
      counterPoints: idsOf(true),
      firstRevision: revision,
      lastRevision: null,
    })
    .returning('pointListId')
    .executeTakeFirstOrThrow()
  return { deviceId, pointListId, pointIds }
}

const busPointNames: Record<BusKind, string> = {
  bus_requests: 'Bus requests',
  bus_answers: 'Bus answers',
  bus_timeouts: 'Bus timeouts',
  bus_bad_frames: 'Bus malformed answers',
  bus_exceptions: 'Bus refusals',
  bus_overruns: 'Cycles left out',
  bus_response_ms: 'Bus response time',
}

/**
 * Adds the points as which a terminal tells how its requests to a device go.
 * @returns their ids in the order of the kinds
 */
export async function insertBusCounts(
  db: Db,
  { storeId, deviceId }: { readonly storeId: StoreId; readonly deviceId: DeviceId },
  { periodSeconds, revision }: { readonly periodSeconds: number; readonly revision: number },
): Promise<readonly PointId[]> {
  const { next } = await db
    .selectFrom('point')
    .select(sql<number>`coalesce(max(position) + 1, 0)::int`.as('next'))
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .executeTakeFirstOrThrow()
  const inserted = await db
    .insertInto('point')
    .values(
      busKinds.map((kind, index) => ({
        storeId,
        deviceId,
        position: next + index,
        name: busPointNames[kind],
        kind,
        unit: kind === 'bus_response_ms' ? ('ms' as const) : ('' as const),
      })),
    )
    .returning(['pointId', 'position'])
    .execute()
  const pointIds = inserted.sort((a, b) => a.position - b.position).map(({ pointId }) => pointId)
  await db
    .insertInto('pointList')
    .values({
      storeId,
      deviceId,
      periodSeconds,
      valuePoints: pointIds,
      counterPoints: [],
      firstRevision: revision,
      lastRevision: null,
      countsBus: true,
    })
    .execute()
  return pointIds
}

/** A device with its place and terminal, or `null` when it is not in the scope. */
export async function selectDevice(db: Db, scope: Scope, deviceId: DeviceId) {
  const row = await db
    .selectFrom('store')
    .innerJoin('device', 'device.storeId', 'store.storeId')
    .innerJoin('deviceModel', 'deviceModel.deviceModelId', 'device.deviceModelId')
    .leftJoin('vendor', 'vendor.vendorId', 'store.vendorId')
    .leftJoin('terminalState', (join) =>
      join
        .onRef('terminalState.storeId', '=', 'device.storeId')
        .onRef('terminalState.terminalId', '=', 'device.terminalId'),
    )
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

/** What is read from a device now, or told of its bus, each list with its last cycle. */
export function selectLatestCycles(db: Db, storeId: StoreId, deviceId: DeviceId) {
  return db
    .selectFrom('pointList')
    .leftJoin('latest', (join) =>
      join
        .onRef('latest.storeId', '=', 'pointList.storeId')
        .onRef('latest.deviceId', '=', 'pointList.deviceId')
        .onRef('latest.pointListId', '=', 'pointList.pointListId'),
    )
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
