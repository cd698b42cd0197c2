import type { DeviceId, PointId } from '@coldkeep/domain/ids'
import { unpackDevice } from './device-block'
import type { PackedRow } from './hour-queries'
import type { SampleTimesRow } from './sample-queries'

/** PostgreSQL counts microseconds from 2000-01-01. */
const EPOCH_2000_MS = 946_684_800_000

/** Samples of a device: when they were taken and when they arrived. */
export function readSampleTimes(row: SampleTimesRow): { atMs: number[]; receivedMs: number[] } {
  return { atMs: instants(row.times), receivedMs: instants(row.arrivals) }
}

/**
 * How many values each sample of packed hours has, by device and time. When they arrived is not kept.
 * @param busPoints points that are no samples
 */
export function packedSamples(
  rows: readonly PackedRow[],
  busPoints: ReadonlySet<PointId>,
): Map<DeviceId, Map<number, number>> {
  const devices = new Map<DeviceId, Map<number, number>>()
  for (const row of rows) {
    const counts = devices.get(row.deviceId) ?? new Map<number, number>()
    devices.set(row.deviceId, counts)
    const points = unpackDevice(row.readings, row.hour, (pointId) => !busPoints.has(pointId))
    for (const { timesMs, values } of points) {
      for (const [index, at] of timesMs.entries())
        if (!Number.isNaN(values[index])) counts.set(at, (counts.get(at) ?? 0) + 1)
    }
  }
  return devices
}

function instants(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const times: number[] = new Array(bytes.length / 8)
  for (let i = 0; i < times.length; i++) {
    times[i] = EPOCH_2000_MS + Math.round(Number(view.getBigInt64(i * 8)) / 1000)
  }
  return times
}
