import type { DeviceId, PointListId, StoreId } from '@coldkeep/domain/ids'
import { readableSingle } from './exact-decimal'
import type { ScanBlockRow } from './scan-block-queries'

/** Scans of one point list in columns, in time order. */
export interface ScanBlock {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly pointListId: PointListId
  readonly timesMs: Float64Array
  /** Readings of the value or counter at a place, values first and counters after them. */
  column(place: number): { values: number[]; quality: Uint8Array }
}

/** PostgreSQL counts microseconds from 2000-01-01. */
const EPOCH_2000_MS = 946_684_800_000
/** Of an array: dimensions, flags, type; for one dimension also its length and lower bound. */
const EMPTY_ARRAY_BYTES = 12
const ARRAY_HEAD_BYTES = 20
const LENGTH_BYTES = 4

export function readScanBlock(row: ScanBlockRow): ScanBlock {
  const count = row.times.length / 8
  const unordered = readTimes(row.times, count)
  const order = orderOf(unordered)
  const singleStride = row.singles.length / count
  const doubleStride = row.doubles.length / count
  const singlesPerScan = elements(singleStride, 4)
  const width = row.qualities.length / count
  const singles = viewOf(row.singles)
  const doubles = viewOf(row.doubles)
  return {
    storeId: row.storeId,
    deviceId: row.deviceId,
    pointListId: row.pointListId,
    timesMs: Float64Array.from(order, (index) => unordered[index] ?? 0),
    column(place) {
      const isSingle = place < singlesPerScan
      const read = isSingle
        ? (scan: number) => readableSingle(singles.getFloat32(scan * singleStride + offsetOf(place, 4)))
        : (scan: number) => doubles.getFloat64(scan * doubleStride + offsetOf(place - singlesPerScan, 8))
      return {
        values: Array.from(order, read),
        quality: Uint8Array.from(order, (scan) => row.qualities[scan * width + place] ?? 0),
      }
    },
  }
}

function elements(strideBytes: number, elementBytes: number): number {
  if (strideBytes <= EMPTY_ARRAY_BYTES) return 0
  return (strideBytes - ARRAY_HEAD_BYTES) / (LENGTH_BYTES + elementBytes)
}

function offsetOf(index: number, elementBytes: number): number {
  return ARRAY_HEAD_BYTES + index * (LENGTH_BYTES + elementBytes) + LENGTH_BYTES
}

function readTimes(bytes: Uint8Array, count: number): Float64Array {
  const view = viewOf(bytes)
  const times = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    times[i] = EPOCH_2000_MS + Math.round(Number(view.getBigInt64(i * 8)) / 1000)
  }
  return times
}

/** Rows come in any order, the same one in every column. */
function orderOf(times: Float64Array): Uint32Array {
  const order = Uint32Array.from(times, (_, index) => index)
  for (let i = 1; i < times.length; i++) {
    if ((times[i] ?? 0) < (times[i - 1] ?? 0)) {
      return order.sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0))
    }
  }
  return order
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
