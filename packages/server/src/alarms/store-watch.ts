import {
  type DeviceScan,
  type DeviceWatch,
  fitDeviceWatch,
  type ScanSample,
  startDeviceWatch,
  type WatchedDevice,
} from '@coldkeep/domain/alarms/device-watch'
import { resumeDevice } from '@coldkeep/domain/alarms/keep-watch'
import { neededPoints, watchedDevice } from '@coldkeep/domain/alarms/watched-device'
import { groupBy } from '@coldkeep/domain/group-by'
import type { DeviceId, PointId, PointListId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import { type Quality, quality } from '@coldkeep/domain/points/reading'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Db } from '../db/connect'
import { figuresAt } from '../settings/figures-at'
import { readableSingle } from '../storage/exact-decimal'
import {
  type NewestScanRow,
  type PointListRow,
  selectKeptWatches,
  selectListsOfStores,
  selectNewestScans,
  selectPointsOfStores,
  selectRules,
  selectWatchedDevices,
} from './watch-queries'

/** A device in use, how it is judged and what is known of it. */
export interface DeviceEntry {
  readonly deviceId: DeviceId
  readonly terminalId: TerminalId
  readonly device: WatchedDevice
  readonly watch: DeviceWatch
  /** False until it has a row of its own in the database. */
  readonly isKept: boolean
}

/** The devices of a store, and the positions of their points in its scans. */
export interface StoreWatch {
  readonly devices: ReadonlyMap<DeviceId, DeviceEntry>
  readonly places: ReadonlyMap<PointListId, ReadonlyMap<PointId, number>>
}

/**
 * Reads how the devices of stores are judged and what is known of them; every requested store is in the
 * answer.
 */
export async function readStoreWatches(
  db: Db,
  storeIds: readonly StoreId[],
  now: EpochMs,
): Promise<Map<StoreId, StoreWatch>> {
  const devices = groupBy(await selectWatchedDevices(db, storeIds, now), (row) => row.storeId)
  const points = groupBy(await selectPointsOfStores(db, storeIds), (row) => row.deviceId)
  const lists = groupBy(await selectListsOfStores(db, storeIds), (row) => row.deviceId)
  const rules = groupBy(await selectRules(db, storeIds), (row) => row.deviceId)
  const figures = await figuresAt(
    db,
    storeIds.map((storeId) => ({ storeId, at: now, choiceIds: null })),
  )
  const kept = new Map((await selectKeptWatches(db, storeIds)).map((row) => [row.deviceId, row.state]))
  const newest = groupBy(await selectNewestScans(db, storeIds), (row) => row.deviceId)
  const stores = new Map<StoreId, StoreWatch>()
  for (const [index, storeId] of storeIds.entries()) {
    const places = new Map<PointListId, ReadonlyMap<PointId, number>>()
    const entries = new Map<DeviceId, DeviceEntry>()
    for (const row of devices.get(storeId) ?? []) {
      const own = lists.get(row.deviceId) ?? []
      const device = watchedDevice(
        row,
        points.get(row.deviceId) ?? [],
        own,
        rules.get(row.deviceId) ?? [],
        figures[index]?.figures,
      )
      const needed = neededPoints(device)
      for (const list of own) places.set(list.pointListId, placesOf(list, needed))
      const state = kept.get(row.deviceId)
      const started =
        state === undefined || state === null
          ? startDeviceWatch(device, now)
          : fitDeviceWatch(state, device, now)
      const watch = (newest.get(row.deviceId) ?? []).reduce(
        (known, scan) => resumeDevice(known, device, scanOf(scan, places.get(scan.pointListId))),
        started,
      )
      const { deviceId, terminalId } = row
      entries.set(deviceId, { deviceId, terminalId, device, watch, isKept: state !== undefined })
    }
    stores.set(storeId, { devices: entries, places })
  }
  return stores
}

type StoredScan = Pick<NewestScanRow, 'at' | 'quality'> & {
  readonly values: ArrayLike<number>
  readonly counters: ArrayLike<number>
}

/**
 * A stored cycle as the rules read it. What a scan does not hold, and points that are no longer polled, are
 * not in it.
 */
export function scanOf(scan: StoredScan, places: ReadonlyMap<PointId, number> | undefined): DeviceScan {
  return new ReadableScan(scan, places)
}

/** A class, since one is made for every cycle that comes in. */
class ReadableScan implements DeviceScan {
  readonly at: EpochMs
  readonly #scan: StoredScan
  readonly #places: ReadonlyMap<PointId, number> | undefined

  constructor(scan: StoredScan, places: ReadonlyMap<PointId, number> | undefined) {
    this.at = scan.at
    this.#scan = scan
    this.#places = places
  }

  sample(pointId: PointId): ScanSample | null {
    const place = this.#places?.get(pointId)
    if (place === undefined) return null
    const { values, counters, quality: codes } = this.#scan
    const isCounter = place >= values.length
    const stored = isCounter ? counters[place - values.length] : values[place]
    const code = (codes?.[place] ?? quality.good) as Quality
    if (stored === undefined || Number.isNaN(stored)) return { value: null, quality: code }
    return { value: isCounter ? stored : readableSingle(stored), quality: code }
  }
}

function placesOf(list: PointListRow, needed: ReadonlySet<PointId>): Map<PointId, number> {
  const places = new Map<PointId, number>()
  for (const [place, pointId] of [...list.valuePoints, ...list.counterPoints].entries()) {
    if (needed.has(pointId)) places.set(pointId, place)
  }
  return places
}
