import {
  type DeviceScan,
  type DeviceWatch,
  type HostSilence,
  type PointEvent,
  replayDevice,
  STRAGGLER_WAIT_MS,
  startDeviceWatch,
  type WatchedDevice,
} from '@coldkeep/domain/alarms/device-watch'
import { silenceOf } from '@coldkeep/domain/alarms/host-life'
import { mergeEpisodes } from '@coldkeep/domain/alarms/merge-episodes'
import { neededPoints } from '@coldkeep/domain/alarms/watched-device'
import type { PointId, StoreId } from '@coldkeep/domain/ids'
import { type Quality, quality } from '@coldkeep/domain/points/reading'
import { days, type EpochMs, epochMs, hours, later, minutes } from '@coldkeep/domain/time/instant'
import type { Db, Trx } from '../db/connect'
import { readSeries, type StoredSeries } from '../storage/read-series'
import type { RoundWork, SetAside } from '../tasks/set-aside'
import type { ChangedAlarm } from './alarm-queries'
import type { AlarmWatches, LockedStores } from './alarm-watches'
import type { Alarms } from './alarms'
import { nameOfDevice } from './device-names'
import { selectLife } from './host-life-queries'
import { insertPast } from './insert-past'
import { selectRecords } from './open-record-queries'
import type { DeviceEntry } from './store-watch'
import { deleteLateDevices, type LateDevice, selectLateDevices } from './watch-queries'

const lateDevices: RoundWork<LateDevice> = { round: 'late_readings', nameOf: nameOfDevice }
const DEVICES_AT_ONCE = 50
/** Before the first late reading: the longest forgiveness of a defrost and the way into and out of an alarm. */
const LEAD_MS = hours(3)
/** Longer than readings are kept one by one. */
const OLDEST_MS = days(46)

/**
 * Replays the readings of devices some of whose readings came late, and corrects what was judged without
 * them.
 */
export async function judgeLateReadings(
  db: Db,
  { watches, feed }: Alarms,
  aside: SetAside,
  now: EpochMs,
  shouldStop: () => boolean = () => false,
): Promise<number> {
  let count = 0
  while (!shouldStop()) {
    const due = await selectLateDevices(db, now, aside.waiting(lateDevices, now), DEVICES_AT_ONCE)
    for (const devices of byStore(due).values()) {
      await aside.work(lateDevices, devices, now, async (some) => {
        const step = await judgeDevices(db, watches, some, now)
        step.committed()
        feed.publish(step.changed)
        count += some.length
      })
    }
    if (due.length < DEVICES_AT_ONCE) break
  }
  return count
}

/** @param devices of one store */
async function judgeDevices(
  db: Db,
  watches: AlarmWatches,
  devices: readonly LateDevice[],
  now: EpochMs,
): Promise<{ readonly changed: readonly ChangedAlarm[]; committed(): void }> {
  return db.transaction().execute(async (trx) => {
    const stores = await watches.lock(trx, [...new Set(devices.map(({ storeId }) => storeId))], now)
    const changed: ChangedAlarm[] = []
    for (const late of devices) changed.push(...(await judgeDevice(trx, stores, late, now)))
    changed.push(...(await stores.write()))
    await deleteLateDevices(trx, devices)
    return { changed, committed: () => stores.committed() }
  })
}

async function judgeDevice(
  trx: Trx,
  stores: LockedStores,
  { storeId, deviceId, since }: LateDevice,
  now: EpochMs,
): Promise<readonly ChangedAlarm[]> {
  const entry = stores.device(storeId, deviceId)
  if (entry === undefined || entry.device.points.length === 0) return []
  const from = epochMs(Math.max(since, now - OLDEST_MS) - leadMs(entry.device))
  const upTo = later(now, -STRAGGLER_WAIT_MS)
  const until = epochMs(Math.max(upTo, entry.watch.scannedAt ?? 0) + 1)
  const scans = await readScans(trx, storeId, entry, from, until)
  const life = await selectLife(trx, [storeId], { from, to: until }, true)
  const replayed = replayOver(entry, scans, from, upTo, silenceOf(life, entry.terminalId))
  const known = await selectRecords(trx, storeId, deviceId, since)
  const { device, watch } = entry
  const merged = mergeEpisodes({ device, watch, since, ...replayed }, known, now)
  const changed: ChangedAlarm[] = []
  for (const past of merged.past) changed.push(await insertPast(trx, storeId, entry, past, now))
  stores.take(storeId, deviceId, { watch: merged.watch, events: merged.events })
  stores.keep(storeId, deviceId)
  return changed
}

function replayOver(
  { device }: DeviceEntry,
  scans: readonly DeviceScan[],
  from: EpochMs,
  upTo: EpochMs,
  isHostSilent: HostSilence,
): { readonly replayed: DeviceWatch; readonly events: readonly PointEvent[] } {
  const begin = epochMs(Math.max(from, (scans[0]?.at ?? from + 1) - 1))
  const { watch, events } = replayDevice(startDeviceWatch(device, begin), device, scans, upTo, isHostSilent)
  return { replayed: watch, events }
}

function leadMs({ points }: WatchedDevice): number {
  const delays = points.flatMap(({ rule }) => [rule.lowDelayMinutes, rule.highDelayMinutes])
  return LEAD_MS + minutes(Math.max(0, ...delays))
}

async function readScans(
  trx: Trx,
  storeId: StoreId,
  { deviceId, device }: DeviceEntry,
  from: EpochMs,
  to: EpochMs,
): Promise<DeviceScan[]> {
  const pointIds = [...neededPoints(device)]
  const series = await readSeries(trx, { storeId, deviceId, pointIds, from, to })
  return scansOf(series)
}

/** Series of several points as the cycles that they were read in. */
function scansOf(series: ReadonlyMap<PointId, StoredSeries>): DeviceScan[] {
  const cycles = new Map<number, Map<PointId, { value: number | null; quality: Quality }>>()
  for (const [pointId, { timesMs, values, quality: codes }] of series) {
    for (const [index, at] of timesMs.entries()) {
      const value = values[index] ?? Number.NaN
      const code = (codes[index] ?? quality.good) as Quality
      const cycle = cycles.get(at) ?? new Map()
      cycles.set(at, cycle.set(pointId, { value: Number.isNaN(value) ? null : value, quality: code }))
    }
  }
  return [...cycles]
    .sort(([a], [b]) => a - b)
    .map(([at, samples]) => ({ at: epochMs(at), sample: (pointId) => samples.get(pointId) ?? null }))
}

function byStore(rows: readonly LateDevice[]): Map<StoreId, LateDevice[]> {
  const stores = new Map<StoreId, LateDevice[]>()
  for (const row of rows) stores.set(row.storeId, [...(stores.get(row.storeId) ?? []), row])
  return stores
}
