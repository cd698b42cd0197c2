import type { SampleTimes } from '@coldkeep/domain/analysis/count-connection'
import type { DeviceId, PointId, StoreId } from '@coldkeep/domain/ids'
import { unpackDevice } from '../storage/device-block'
import type { PackedRow } from '../storage/hour-queries'

/** PostgreSQL counts microseconds from 2000-01-01. */
const EPOCH_2000_MS = 946_684_800_000

export function readSampleTimes(row: SampleTimesRow): SampleTimes {
  return { atMs: instants(row.times), receivedMs: instants(row.arrivals) }
}

/**
 * Samples of packed hours. When they arrived is not kept; they count as having come in time.
 * @param busPoints points that are no samples
 */
export function packedSampleTimes(
  rows: readonly PackedRow[],
  busPoints: ReadonlySet<PointId>,
): Map<DeviceId, SampleTimes> {
  const devices = new Map<DeviceId, Set<number>>()
  for (const row of rows) {
    const times = devices.get(row.deviceId) ?? new Set()
    devices.set(row.deviceId, times)
    const points = unpackDevice(row.readings, row.hour, (pointId) => !busPoints.has(pointId))
    for (const { timesMs, values } of points) {
      for (let i = 0; i < timesMs.length; i++) if (!Number.isNaN(values[i])) times.add(timesMs[i] ?? 0)
    }
  }
  return new Map(
    [...devices].map(([deviceId, times]) => [deviceId, { atMs: [...times], receivedMs: [...times] }]),
  )
}

function instants(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const times: number[] = new Array(bytes.length / 8)
  for (let i = 0; i < times.length; i++) {
    times[i] = EPOCH_2000_MS + Math.round(Number(view.getBigInt64(i * 8)) / 1000)
  }
  return times
}

/** When samples of a device were taken and when they arrived: 8 bytes each, microseconds since 2000. */
export interface SampleTimesRow {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly times: Uint8Array
  readonly arrivals: Uint8Array
}
