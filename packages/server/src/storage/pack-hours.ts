import type { DeviceId, PointId, StoreId } from '@coldkeep/domain/ids'
import { mergeReadings, type Readings } from '@coldkeep/domain/points/merge-readings'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { type PointReadings, packDevice, unpackDevice } from './device-block'
import type { Width } from './exact-decimal'
import type { ListRow, PackedRow } from './hour-queries'
import { readScanBlock } from './scan-block'
import type { ScanBlockRow } from './scan-block-queries'

/** One hour of one device as it is kept: the readings of all its points. */
export interface HourRow {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly hour: EpochMs
  readonly readings: Uint8Array
}

/** What an hour of some stores is made of. */
export interface HourSources {
  readonly hourMs: number
  readonly lists: readonly ListRow[]
  readonly scans: readonly ScanBlockRow[]
  /** What is packed of this hour. */
  readonly packed: readonly PackedRow[]
}

interface DeviceSources {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly points: Map<PointId, { readonly width: Width; readonly readings: Readings[] }>
}

/**
 * Packs an hour of the devices that have scans in it. What was packed before stays part of it: its scans may be
 * dropped by now, and only a late one be left. Packing twice gives the same.
 */
export function packHour({ hourMs, lists, scans, packed }: HourSources): HourRow[] {
  const devices = new Map<DeviceId, DeviceSources>()
  const listOf = new Map(lists.map((list) => [list.pointListId, list]))
  for (const { storeId, deviceId } of scans) devices.set(deviceId, { storeId, deviceId, points: new Map() })
  for (const row of packed) {
    const points = devices.get(row.deviceId)?.points
    if (!points) continue
    for (const point of unpackDevice(row.readings, row.hour)) add(points, point.pointId, point.width, point)
  }
  for (const row of scans) {
    const list = listOf.get(row.pointListId)
    const points = devices.get(row.deviceId)?.points
    if (!list || !points) continue
    const block = readScanBlock(row)
    const ids = [...list.valuePoints, ...list.counterPoints]
    ids.forEach((pointId, place) => {
      const width = place < list.valuePoints.length ? 'single' : 'double'
      add(points, pointId, width, { timesMs: block.timesMs, ...block.column(place) })
    })
  }
  return [...devices.values()].flatMap(({ storeId, deviceId, points }) => {
    if (points.size === 0) return []
    const merged = Array.from(points, ([pointId, { width, readings }]) => ({
      pointId,
      width,
      ...mergeReadings(readings),
    }))
    return [hourRow({ storeId, deviceId, hourMs }, merged)]
  })
}

export function hourRow(
  { storeId, deviceId, hourMs }: { storeId: StoreId; deviceId: DeviceId; hourMs: number },
  points: readonly PointReadings[],
): HourRow {
  return { storeId, deviceId, hour: epochMs(hourMs), readings: packDevice(points, hourMs) }
}

function add(points: DeviceSources['points'], pointId: PointId, width: Width, readings: Readings): void {
  const known = points.get(pointId)
  if (known) known.readings.push(readings)
  else points.set(pointId, { width, readings: [readings] })
}
