import type { DeviceId, PointId, StoreId } from '@coldkeep/domain/ids'
import type { Db } from '../db/connect'
import { lockAlarmStores } from '../devices/alarm-store-queries'
import type { BundleRevision } from './bundle-queries'
import type { BundleDocument, OwnPoint } from './compile-bundle'
import { endLists, insertLists, type ListDraft, reopenLists, selectOpenLists } from './point-list-queries'

/** Formats that are texts: a reading is a number, so these are never sent. */
const TEXT_FORMATS = ['hex', 'ascii']

/** What each script reads from each device, in the order of polling. */
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
  { storeId, terminalId, revision }: BundleRevision,
  drafts: readonly ListDraft[],
): Promise<void> {
  await forgetWatches(trx, storeId)
  const open = await selectOpenLists(trx, storeId, terminalId)
  const kept = new Set<number>()
  const fresh = drafts.filter((draft) => {
    const same = open.find((list) => !kept.has(list.pointListId) && signOf(list) === signOf(draft))
    if (same) kept.add(same.pointListId)
    return same === undefined
  })
  const ended = open.filter(({ pointListId }) => !kept.has(pointListId)).map(({ pointListId }) => pointListId)
  if (ended.length > 0) await endLists(trx, storeId, ended, revision - 1)
  if (fresh.length > 0) await insertLists(trx, storeId, fresh, revision)
}

/** Makes the lists of the revision that a terminal really runs the present ones again, where a newer one came to nothing. */
export async function returnToLists(trx: Db, current: BundleRevision): Promise<void> {
  await forgetWatches(trx, current.storeId)
  await reopenLists(trx, current)
}

/**
 * Alarm rules find values by the lists; what servers cache of a store is valid only until it is locked again.
 */
async function forgetWatches(trx: Db, storeId: StoreId): Promise<void> {
  await lockAlarmStores(trx, [storeId])
}

function signOf({ deviceId, periodSeconds, valuePoints, counterPoints }: ListDraft): string {
  return JSON.stringify([deviceId, periodSeconds, valuePoints, counterPoints])
}
