import { scanCycles } from '@coldkeep/domain/alarms/device-watch'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { Scan } from '@coldkeep/domain/points/scan'
import { type EpochMs, later, minutes } from '@coldkeep/domain/time/instant'
import type { Trx } from '../db/connect'
import type { ChangedAlarm } from './alarm-queries'
import type { AlarmWatches, LockedStores } from './alarm-watches'
import { scanOf } from './store-watch'
import { type LateDevice, upsertLateDevices } from './watch-queries'

/** What became of alarms in a transaction that is not committed yet. */
export interface SteppedAlarms {
  readonly changed: readonly ChangedAlarm[]
  committed(): void
}

export const noAlarms: SteppedAlarms = { changed: [], committed: () => {} }

/** More late readings are on their way while a backlog comes in. */
const LATE_WAIT_MS = minutes(1)

/** What is known of the alarms of the stores before their cycles are written, which is what cycles are judged by. */
export async function lockWatched(
  trx: Trx,
  watches: AlarmWatches,
  scans: readonly Scan[],
  now: EpochMs,
): Promise<LockedStores | null> {
  const storeIds = [...new Set(scans.map((scan) => scan.storeId))].sort((a, b) => a - b)
  return storeIds.length === 0 ? null : watches.lock(trx, storeIds, now)
}

/** Judges cycles, each for the first time. Nothing is written yet, and judging others forgets these. */
export function judgeScans(stores: LockedStores, scans: readonly Scan[]): LateDevice[] {
  stores.forget()
  const late: LateDevice[] = []
  for (const [deviceId, own] of inOrder(scans)) {
    const [first] = own
    if (first === undefined) continue
    const since = stepDevice(stores, first.storeId, deviceId, own)
    if (since !== null) late.push({ storeId: first.storeId, deviceId, since })
  }
  return late.sort((a, b) => a.storeId - b.storeId || a.deviceId - b.deviceId)
}

/** Writes what {@link judgeScans} found. */
export async function writeJudged(
  trx: Trx,
  stores: LockedStores,
  late: readonly LateDevice[],
  now: EpochMs,
): Promise<SteppedAlarms> {
  const changed = await stores.write()
  await upsertLateDevices(trx, late, later(now, LATE_WAIT_MS))
  return { changed, committed: () => stores.committed() }
}

/** @returns the instant of the oldest cycle that came too late to be judged now, or null */
function stepDevice(
  stores: LockedStores,
  storeId: StoreId,
  deviceId: DeviceId,
  scans: readonly Scan[],
): EpochMs | null {
  const entry = stores.device(storeId, deviceId)
  const places = stores.store(storeId)?.places
  if (entry === undefined || entry.device.points.length === 0) return null
  const cycles = scans.map((scan) => scanOf(scan, places?.get(scan.pointListId)))
  const step = scanCycles(entry.watch, entry.device, cycles)
  stores.take(storeId, deviceId, step)
  return step.lateSince
}

/** The cycles of each device in the order of their times; two scripts may read one device. */
function inOrder(scans: readonly Scan[]): Map<DeviceId, Scan[]> {
  const byDevice = new Map<DeviceId, Scan[]>()
  for (const scan of scans) {
    const own = byDevice.get(scan.deviceId)
    if (own) own.push(scan)
    else byDevice.set(scan.deviceId, [scan])
  }
  for (const own of byDevice.values()) own.sort((a, b) => a.at - b.at)
  return byDevice
}
