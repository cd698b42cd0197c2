import type { PointId, StoreId } from '@coldkeep/domain/ids'
import type { Width } from './exact-decimal'
import { goodOnly, type HourRow, hourRow } from './hour-row'
import { mergeReadings, type Readings } from './merge-readings'
import { unpackSeries } from './packed-series'
import type { ListRow, PackedRow } from './queries'
import { readScanBlock, type ScanBlockRow } from './scan-block'

/** What an hour of some stores is made of. */
export interface HourSources {
  readonly hourMs: number
  readonly lists: readonly ListRow[]
  /** Scans of the hour and of the time before it that reaches into it. */
  readonly scans: readonly ScanBlockRow[]
  /** What is packed of this hour and the one before it. */
  readonly packed: readonly PackedRow[]
}

interface PointSources {
  readonly storeId: StoreId
  readonly pointId: PointId
  readonly width: Width
  readonly readings: Readings[]
  periodSeconds: number
}

const HOUR_MS = 3_600_000

/**
 * Packs an hour. What was packed before stays part of it: its scans may be dropped by now, and only a late one be
 * left. Packing twice gives the same.
 */
export function packHour({ hourMs, lists, scans, packed }: HourSources): HourRow[] {
  const points = new Map<string, PointSources>()
  const listOf = new Map(lists.map((list) => [`${list.storeId}/${list.pointListId}`, list]))
  const widths = widthsOf(lists)
  for (const row of packed) {
    const width = widths.get(`${row.storeId}/${row.pointId}`) ?? { width: 'single', periodSeconds: 300 }
    add(points, row.storeId, row.pointId, width, unpackSeries(row.series, row.hour))
  }
  for (const row of scans) {
    const list = listOf.get(`${row.storeId}/${row.pointListId}`)
    if (!list) continue
    const block = readScanBlock(row)
    const ids = [...list.valuePoints, ...list.counterPoints]
    ids.forEach((pointId, place) => {
      const width = place < list.valuePoints.length ? 'single' : 'double'
      const readings = { timesMs: block.timesMs, ...block.column(place) }
      add(points, row.storeId, pointId, { width, periodSeconds: list.periodSeconds }, readings)
    })
  }
  return [...points.values()].flatMap((point) => rowOf(point, hourMs))
}

function rowOf(point: PointSources, hourMs: number): HourRow[] {
  const all = mergeReadings(point.readings)
  const before = between(all, Number.NEGATIVE_INFINITY, hourMs)
  const readings = between(all, hourMs, hourMs + HOUR_MS)
  if (readings.timesMs.length === 0) return []
  const good = goodOnly(before)
  const atMs = good.timesMs.at(-1)
  const value = good.values.at(-1)
  return [
    hourRow({
      ...point,
      hourMs,
      readings,
      before: atMs === undefined || value === undefined ? null : { atMs, value },
    }),
  ]
}

function add(
  points: Map<string, PointSources>,
  storeId: StoreId,
  pointId: PointId,
  { width, periodSeconds }: { width: Width; periodSeconds: number },
  readings: Readings,
): void {
  const key = `${storeId}/${pointId}`
  const known = points.get(key)
  if (known) {
    known.readings.push(readings)
    known.periodSeconds = Math.min(known.periodSeconds, periodSeconds)
  } else {
    points.set(key, { storeId, pointId, width, periodSeconds, readings: [readings] })
  }
}

function widthsOf(lists: readonly ListRow[]) {
  const widths = new Map<string, { width: Width; periodSeconds: number }>()
  for (const { storeId, periodSeconds, valuePoints, counterPoints } of lists) {
    for (const id of valuePoints) widths.set(`${storeId}/${id}`, { width: 'single', periodSeconds })
    for (const id of counterPoints) widths.set(`${storeId}/${id}`, { width: 'double', periodSeconds })
  }
  return widths
}

function between(readings: ReturnType<typeof mergeReadings>, from: number, to: number) {
  const { timesMs } = readings
  let start = 0
  while (start < timesMs.length && (timesMs[start] ?? 0) < from) start++
  let end = start
  while (end < timesMs.length && (timesMs[end] ?? 0) < to) end++
  return {
    timesMs: timesMs.slice(start, end),
    values: readings.values.slice(start, end),
    quality: readings.quality.subarray(start, end),
  }
}
