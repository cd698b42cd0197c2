import type { DeviceId, PointId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import { busKinds, isCounter } from '@coldkeep/domain/points/point'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import { lockAlarmStores } from '../devices/lock-alarm-stores'
import type { BundleDocument, OwnPoint } from './compile-bundle'

/** Formats that are texts: a reading is a number, so these are never sent. */
const TEXT_FORMATS = ['hex', 'ascii']

/** What may be read from a terminal's devices that are not retired; counts of its buses are no such points. */
export async function selectOwnPoints(
  db: Db,
  storeId: StoreId,
  terminalId: TerminalId,
): Promise<Map<PointId, OwnPoint>> {
  const rows = await db
    .selectFrom('device')
    .innerJoin('point', (join) =>
      join.onRef('point.storeId', '=', 'device.storeId').onRef('point.deviceId', '=', 'device.deviceId'),
    )
    .select(['point.pointId', 'point.deviceId', 'point.kind'])
    .where('device.storeId', '=', storeId)
    .where('device.terminalId', '=', terminalId)
    .where('device.removedAt', 'is', null)
    .where('point.kind', 'not in', busKinds)
    .execute()
  return new Map(
    rows.map(({ pointId, deviceId, kind }) => [pointId, { deviceId, isCounter: isCounter(kind) }]),
  )
}

interface ListDraft {
  readonly deviceId: DeviceId
  readonly periodSeconds: number
  readonly valuePoints: PointId[]
  readonly counterPoints: PointId[]
}

/** What each script reads from each device, in the order in which it is asked. */
export function listsOf({ scripts }: BundleDocument, points: ReadonlyMap<PointId, OwnPoint>): ListDraft[] {
  return scripts.flatMap(({ periodSeconds, commands }) => {
    const byDevice = new Map<DeviceId, ListDraft>()
    for (const { nodes } of commands) {
      for (const { pointId, numericFormat } of [...nodes].sort((a, b) => a.position - b.position)) {
        const point = points.get(pointId)
        if (point === undefined || TEXT_FORMATS.includes(numericFormat)) continue
        const { deviceId } = point
        const list = byDevice.get(deviceId) ?? { deviceId, periodSeconds, valuePoints: [], counterPoints: [] }
        byDevice.set(deviceId, list)
        if (point.isCounter) list.counterPoints.push(pointId)
        else list.valuePoints.push(pointId)
      }
    }
    return [...byDevice.values()]
  })
}

/**
 * Gives a revision its point lists. What it reads as before keeps its list; other open lists end with the revision
 * before. Readings of older revisions, which may come for months, still find the lists of theirs.
 */
export async function openLists(
  trx: Db,
  { storeId, terminalId, revision }: ListOwner,
  drafts: readonly ListDraft[],
): Promise<void> {
  await forgetWatches(trx, storeId)
  const open = await trx
    .selectFrom('pointList')
    .innerJoin('device', (join) =>
      join
        .onRef('device.storeId', '=', 'pointList.storeId')
        .onRef('device.deviceId', '=', 'pointList.deviceId'),
    )
    .select([
      'pointList.pointListId',
      'pointList.deviceId',
      'pointList.periodSeconds',
      'pointList.valuePoints',
      'pointList.counterPoints',
    ])
    .where('pointList.storeId', '=', storeId)
    .where('device.terminalId', '=', terminalId)
    .where('pointList.lastRevision', 'is', null)
    // a terminal counts its buses whatever it polls
    .where('pointList.countsBus', '=', false)
    .execute()
  const kept = new Set<number>()
  const fresh = drafts.filter((draft) => {
    const same = open.find((list) => !kept.has(list.pointListId) && signOf(list) === signOf(draft))
    if (same) kept.add(same.pointListId)
    return same === undefined
  })
  const ended = open.filter(({ pointListId }) => !kept.has(pointListId)).map(({ pointListId }) => pointListId)
  if (ended.length > 0) {
    await trx
      .updateTable('pointList')
      .set({ lastRevision: revision - 1 })
      .where('storeId', '=', storeId)
      .where('pointListId', 'in', ended)
      .execute()
  }
  if (fresh.length > 0) {
    await trx
      .insertInto('pointList')
      .values(fresh.map((draft) => ({ ...draft, storeId, firstRevision: revision, lastRevision: null })))
      .execute()
  }
}

interface ListOwner {
  readonly storeId: StoreId
  readonly terminalId: TerminalId
  readonly revision: number
}

/** Makes the lists of the revision that a terminal really runs the present ones again, where a newer one came to nothing. */
export async function returnToLists(trx: Db, { storeId, terminalId, revision }: ListOwner): Promise<void> {
  await forgetWatches(trx, storeId)
  const own = sql`l.store_id = ${storeId} and l.device_id in (
    select device_id from device where store_id = ${storeId} and terminal_id = ${terminalId})`
  await sql`update point_list l set last_revision = first_revision
    where ${own} and l.first_revision > ${revision} and l.last_revision is null`.execute(trx)
  await sql`update point_list l set last_revision = null
    where ${own} and l.first_revision <= ${revision} and l.last_revision >= ${revision}`.execute(trx)
}

/** Alarm rules find values by the lists; what servers remember of a store holds only until somebody locks it. */
async function forgetWatches(trx: Db, storeId: StoreId): Promise<void> {
  await lockAlarmStores(trx, [storeId])
}

function signOf({ deviceId, periodSeconds, valuePoints, counterPoints }: ListDraft): string {
  return JSON.stringify([deviceId, periodSeconds, valuePoints, counterPoints])
}
