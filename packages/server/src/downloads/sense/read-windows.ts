import type { DeviceId, PointId, StoreId } from '@coldkeep/domain/ids'
import { hours } from '@coldkeep/domain/time/instant'
import type { Db } from '../../db/connect'
import { readStoreSeries, type StoredSeries } from '../../storage/read-series'
import type { Sensor } from './sensor-queries'

/** Some time of a report, whole in memory: a row for each second in which something was read. */
export interface ReportWindow {
  /** Whole seconds, in epoch milliseconds. */
  readonly timesMs: Float64Array
  /** For each sensor and time, row by row: the value, `NaN` for none. */
  readonly values: Float64Array
  /** The quality of each reading, or {@link NO_READING}. */
  readonly quality: Uint8Array
}

export const NO_READING = 255
const HOUR_MS = hours(1)
/** Hours of devices that are unpacked at a time; about ten thousand readings of ten points at one a minute. */
const DEVICE_HOURS = 240
const LONGEST_HOURS = 24

/** How many windows there are between two instants for this many devices. */
export function countWindows(devices: number, { from, to }: { from: number; to: number }): number {
  return Math.max(0, Math.ceil((to - from) / windowMs(devices)))
}

/** Reads sensors piece by piece, in order of time; what a piece holds is given back with it. */
export async function* readWindows(
  db: Db,
  sensors: readonly Sensor[],
  { from, to }: { from: number; to: number },
): AsyncGenerator<ReportWindow> {
  const stores = storesOf(sensors)
  const stepMs = windowMs(new Set(sensors.map(({ deviceId }) => deviceId)).size)
  for (let start = from; start < to; start += stepMs) {
    const end = Math.min(to, start + stepMs)
    const series = new Map<PointId, StoredSeries>()
    for (const [storeId, pointIds] of stores) {
      const read = await readStoreSeries(db, { storeId, pointIds, from: start, to: end })
      for (const [pointId, one] of read) series.set(pointId, one)
    }
    yield windowOf(sensors, series)
  }
}

function windowMs(devices: number): number {
  return HOUR_MS * Math.max(1, Math.min(LONGEST_HOURS, Math.floor(DEVICE_HOURS / Math.max(1, devices))))
}

function storesOf(sensors: readonly Sensor[]): Map<StoreId, Map<DeviceId, PointId[]>> {
  const stores = new Map<StoreId, Map<DeviceId, PointId[]>>()
  for (const { storeId, deviceId, pointId } of sensors) {
    const devices = stores.get(storeId) ?? new Map<DeviceId, PointId[]>()
    stores.set(storeId, devices)
    const points = devices.get(deviceId)
    if (points) points.push(pointId)
    else devices.set(deviceId, [pointId])
  }
  return stores
}

function windowOf(sensors: readonly Sensor[], series: ReadonlyMap<PointId, StoredSeries>): ReportWindow {
  const seconds = new Set<number>()
  for (const { timesMs } of series.values()) for (const at of timesMs) seconds.add(wholeSecond(at))
  const timesMs = Float64Array.from(seconds).sort()
  const rows = new Map<number, number>()
  for (let row = 0; row < timesMs.length; row++) rows.set(timesMs[row] as number, row)
  const width = sensors.length
  const values = new Float64Array(timesMs.length * width).fill(Number.NaN)
  const quality = new Uint8Array(timesMs.length * width).fill(NO_READING)
  for (const [column, { pointId }] of sensors.entries()) {
    const one = series.get(pointId)
    if (one === undefined) continue
    for (let i = 0; i < one.timesMs.length; i++) {
      const place = (rows.get(wholeSecond(one.timesMs[i] as number)) as number) * width + column
      // of two readings in one second that with a value stays
      if (quality[place] !== NO_READING && Number.isNaN(one.values[i])) continue
      values[place] = one.values[i] as number
      quality[place] = one.quality[i] as number
    }
  }
  return { timesMs, values, quality }
}

function wholeSecond(at: number): number {
  return at - (((at % 1000) + 1000) % 1000)
}
