import { contactPoint, defaultRule } from '@coldkeep/domain/alarms/default-rules'
import {
  type DefrostPoints,
  type DeviceScan,
  type DeviceWatch,
  fitDeviceWatch,
  type ScanSample,
  startDeviceWatch,
  type WatchedDevice,
} from '@coldkeep/domain/alarms/device-watch'
import { resumeDevice } from '@coldkeep/domain/alarms/keep-watch'
import type { LimitRule } from '@coldkeep/domain/alarms/limit-rule'
import type { WatchedPoint } from '@coldkeep/domain/alarms/point-watch'
import { usualBand, zoneLimits } from '@coldkeep/domain/analysis/zone-limits'
import type { DeviceId, PointId, PointListId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { PointKind } from '@coldkeep/domain/points/point'
import { type Quality, quality } from '@coldkeep/domain/points/reading'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Db } from '../db/connect'
import { readableSingle } from '../storage/exact-decimal'
import {
  type NewestScanRow,
  type PointListRow,
  type RuleRow,
  selectKeptWatches,
  selectListsOfStores,
  selectNewestScans,
  selectPointsOfStores,
  selectRules,
  selectWatchedDevices,
  type WatchedDeviceRow,
  type WatchedPointRow,
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

/** The devices of a store, and where their points stand in its scans. */
export interface StoreWatch {
  readonly devices: ReadonlyMap<DeviceId, DeviceEntry>
  readonly places: ReadonlyMap<PointListId, ReadonlyMap<PointId, number>>
}

const DEFAULT_PERIOD_SECONDS = 300
/** A meter has no band, and nothing that would ask for it. */
const NO_BAND = { setpointC: 0, differentialK: 0 }

/** Reads how the devices of stores are judged and what is known of them; every store asked for is in the answer. */
export async function readStoreWatches(
  db: Db,
  storeIds: readonly StoreId[],
  now: EpochMs,
): Promise<Map<StoreId, StoreWatch>> {
  const devices = groupBy(await selectWatchedDevices(db, storeIds, now), (row) => row.storeId)
  const points = groupBy(await selectPointsOfStores(db, storeIds), (row) => row.deviceId)
  const lists = groupBy(await selectListsOfStores(db, storeIds), (row) => row.deviceId)
  const rules = groupBy(await selectRules(db, storeIds), (row) => row.deviceId)
  const kept = new Map((await selectKeptWatches(db, storeIds)).map((row) => [row.deviceId, row.state]))
  const newest = groupBy(await selectNewestScans(db, storeIds), (row) => row.deviceId)
  const stores = new Map<StoreId, StoreWatch>()
  for (const storeId of storeIds) {
    const places = new Map<PointListId, ReadonlyMap<PointId, number>>()
    const entries = new Map<DeviceId, DeviceEntry>()
    for (const row of devices.get(storeId) ?? []) {
      const own = lists.get(row.deviceId) ?? []
      const device = watchedDevice(row, points.get(row.deviceId) ?? [], own, rules.get(row.deviceId) ?? [])
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

/** A stored cycle as the rules read it. What a scan does not hold, and points nobody asks for, are not in it. */
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

function watchedDevice(
  row: WatchedDeviceRow,
  points: readonly WatchedPointRow[],
  lists: readonly PointListRow[],
  rules: readonly RuleRow[],
): WatchedDevice {
  const periods = lists.filter((list) => list.lastRevision === null).map((list) => list.periodSeconds)
  const periodMs = 1000 * (periods.length === 0 ? DEFAULT_PERIOD_SECONDS : Math.min(...periods))
  const polled = new Set(lists.flatMap((list) => [...list.valuePoints, ...list.counterPoints]))
  const asked = points.filter((point) => polled.has(point.pointId))
  const limits = row.zone === null ? null : zoneLimits(row.zone, row.country)
  const contact = contactPoint(asked)
  const ruleOf = (point: WatchedPointRow): LimitRule | null =>
    rules.length > 0
      ? (rules.find((rule) => rule.pointId === point.pointId) ?? null)
      : defaultRule(point, row.zone, row.country, point === contact)
  const watched = asked.flatMap((point): WatchedPoint[] => {
    const rule = ruleOf(point)
    if (rule === null) return []
    const isAir = point.kind === 'air_temperature'
    const isProtected = isAir || point.kind === 'product_temperature'
    const { pointId, unit } = point
    return [{ pointId, unit, rule, isAir, periodMs, limits: isProtected ? limits : null }]
  })
  const first = (kind: PointKind) => asked.find((point) => point.kind === kind)?.pointId ?? null
  const defrostPoints: DefrostPoints = {
    air: first('air_temperature'),
    evaporator: first('evaporator_temperature'),
    compressor: first('compressor'),
    defrost: first('defrost'),
    setpoint: first('setpoint'),
    differential: first('differential'),
  }
  const canDefrost = row.zone !== null && row.zone !== 'HOT' && defrostPoints.air !== null
  return {
    points: watched,
    band: row.zone === null ? NO_BAND : usualBand(row.zone),
    defrost:
      canDefrost && row.zone !== null
        ? { temperatureZone: row.zone, timeZone: row.timeZone, periodMs, ...defrostPoints }
        : null,
  }
}

function neededPoints({ points, defrost }: WatchedDevice): Set<PointId> {
  const needed = new Set(points.map((point) => point.pointId))
  if (defrost === null) return needed
  const { air, evaporator, compressor, setpoint, differential } = defrost
  for (const pointId of [air, evaporator, compressor, defrost.defrost, setpoint, differential]) {
    if (pointId !== null) needed.add(pointId)
  }
  return needed
}

function placesOf(list: PointListRow, needed: ReadonlySet<PointId>): Map<PointId, number> {
  const places = new Map<PointId, number>()
  for (const [place, pointId] of [...list.valuePoints, ...list.counterPoints].entries()) {
    if (needed.has(pointId)) places.set(pointId, place)
  }
  return places
}

function groupBy<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}
