import type { DeviceId, PointId, StoreId } from '@coldkeep/domain/ids'
import { type MergedReadings, mergeReadings, type Readings } from '@coldkeep/domain/points/merge-readings'
import type { Db } from '../db/connect'
import { countPoints, unpackDevice } from './device-block'
import {
  type ListRow,
  type PackedRow,
  selectDueHoursOf,
  selectPackedHours,
  selectPointLists,
  selectScansOfDevices,
} from './hour-queries'
import { readScanBlock } from './scan-block'
import type { ScanBlockRow } from './scan-block-queries'

export interface SeriesQuery {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly pointIds: readonly PointId[]
  readonly from: number
  readonly to: number
}

/** Readings in time order; a missing value is NaN. Quality as it was sent, 0 is good. */
export interface StoredSeries {
  readonly timesMs: number[]
  readonly values: number[]
  readonly quality: Uint8Array
}

const HOUR_MS = 3_600_000
/** The embedded database has one thread: others have it in between. */
const READ_AT_ONCE_MS = 48 * HOUR_MS

/** Points of several devices of one store. */
export interface StoreSeriesQuery {
  readonly storeId: StoreId
  readonly pointIds: ReadonlyMap<DeviceId, readonly PointId[]>
  readonly from: number
  readonly to: number
}

/** Readings of points of one device in [from, to); points without readings have empty series. */
export function readSeries(db: Db, { deviceId, pointIds, ...query }: SeriesQuery) {
  return readStoreSeries(db, { ...query, pointIds: new Map([[deviceId, pointIds]]) })
}

/** What the database has of a series, as it lies there. It can be sent to a thread. */
export interface StoredBytes {
  readonly packed: readonly Pick<PackedRow, 'hour' | 'readings'>[]
  readonly scans: readonly ScanBlockRow[]
  readonly lists: readonly Pick<ListRow, 'pointListId' | 'valuePoints' | 'counterPoints'>[]
}

/**
 * Readings of points of one store in [from, to), from packed hours and, where an hour is not packed or has late
 * readings, from scans; each instant once. Points without readings have empty series.
 */
export async function readStoreSeries(db: Db, query: StoreSeriesQuery): Promise<Map<PointId, StoredSeries>> {
  return seriesOf(await selectStoredBytes(db, query), query)
}

export async function selectStoredBytes(db: Db, query: StoreSeriesQuery): Promise<StoredBytes> {
  const { storeId, from, to } = query
  const deviceIds = [...query.pointIds.keys()]
  const pointIds = new Set([...query.pointIds.values()].flat())
  const firstHour = Math.floor(from / HOUR_MS) * HOUR_MS
  // Marks before packed hours before scans: whatever is packed in between is then seen twice, never missed.
  const due = new Set(await selectDueHoursOf(db, storeId, firstHour, to))
  const packed: PackedRow[] = []
  for (let start = firstHour; start < to; start += READ_AT_ONCE_MS) {
    const end = Math.min(to, start + READ_AT_ONCE_MS)
    const rows = await selectPackedHours(db, { storeIds: [storeId], deviceIds, from: start, to: end })
    for (const row of rows) packed.push(row)
  }
  const packedPoints = new Map<number, number>()
  for (const { hour, readings } of packed) {
    const count = countPoints(readings, (pointId) => pointIds.has(pointId))
    packedPoints.set(hour, (packedPoints.get(hour) ?? 0) + count)
  }
  const isOpen = (hour: number) => due.has(hour) || (packedPoints.get(hour) ?? 0) < pointIds.size
  const scans: ScanBlockRow[] = []
  for (const gap of openPeriods(firstHour, to, isOpen)) {
    for (const row of await selectScansOfDevices(db, { storeId, deviceIds, ...gap })) scans.push(row)
  }
  const lists = scans.length === 0 ? [] : await selectPointLists(db, [storeId])
  return { packed, scans, lists }
}

/**
 * The readings of the requested points in what is stored. Slow for many hours: callers that wait let a thread
 * do it.
 */
export function seriesOf(
  { packed, scans, lists }: StoredBytes,
  { pointIds, from, to }: Pick<StoreSeriesQuery, 'pointIds' | 'from' | 'to'>,
): Map<PointId, StoredSeries> {
  const found = new Map<PointId, Readings[]>([...pointIds.values()].flat().map((id) => [id, []]))
  for (const { hour, readings } of packed) {
    const points = unpackDevice(readings, hour, (pointId) => found.has(pointId))
    for (const point of points) found.get(point.pointId)?.push(point)
  }
  const listOf = new Map(lists.map((list) => [list.pointListId, list]))
  for (const row of scans) {
    const list = listOf.get(row.pointListId)
    if (list === undefined) continue
    const block = readScanBlock(row)
    const ids = [...list.valuePoints, ...list.counterPoints]
    ids.forEach((id, place) => {
      found.get(id)?.push({ timesMs: block.timesMs, ...block.column(place) })
    })
  }
  return new Map([...found].map(([id, readings]) => [id, cut(joinReadings(readings), from, to)]))
}

/** Stretches of hours that scans are needed for. */
function openPeriods(
  firstHour: number,
  to: number,
  isOpen: (hour: number) => boolean,
): { from: number; to: number }[] {
  const periods: { from: number; to: number }[] = []
  for (let hour = firstHour; hour < to; hour += HOUR_MS) {
    if (!isOpen(hour)) continue
    const last = periods.at(-1)
    if (last && last.to === hour && hour - last.from < READ_AT_ONCE_MS) last.to = hour + HOUR_MS
    else periods.push({ from: hour, to: hour + HOUR_MS })
  }
  return periods
}

/** Packed hours come in order and do not overlap, so only scans among them make merging necessary. */
export function joinReadings(all: readonly Readings[]): MergedReadings {
  let lastMs = Number.NEGATIVE_INFINITY
  let isOrdered = true
  for (const { timesMs } of all) {
    if (timesMs.length === 0) continue
    if ((timesMs[0] ?? 0) <= lastMs) isOrdered = false
    lastMs = Math.max(lastMs, timesMs[timesMs.length - 1] ?? 0)
  }
  if (!isOrdered) return mergeReadings(all)
  const quality = new Uint8Array(all.reduce((sum, readings) => sum + readings.timesMs.length, 0))
  const series: MergedReadings = { timesMs: [], values: [], quality }
  for (const readings of all) {
    if (readings.quality) quality.set(readings.quality, series.timesMs.length)
    for (let i = 0; i < readings.timesMs.length; i++) {
      series.timesMs.push(readings.timesMs[i] ?? 0)
      series.values.push(readings.values[i] ?? Number.NaN)
    }
  }
  return series
}

function cut(series: MergedReadings, from: number, to: number): StoredSeries {
  const { timesMs } = series
  const start = timesMs.findIndex((at) => at >= from)
  if (start < 0) return { timesMs: [], values: [], quality: new Uint8Array() }
  let end = timesMs.length
  while (end > start && (timesMs[end - 1] ?? 0) >= to) end--
  if (start === 0 && end === timesMs.length) return series
  return {
    timesMs: timesMs.slice(start, end),
    values: series.values.slice(start, end),
    quality: series.quality.slice(start, end),
  }
}
