import type { PointId } from '@coldkeep/domain/ids'
import { type ByteReader, byteReader, byteWriter } from './byte-writer'
import type { Width } from './exact-decimal'
import { unpackSeries } from './packed-series'
import { packValues, unpackValues } from './packed-values'
import { readWholes, writeWholes } from './whole-numbers'

/**
 * Readings of one point in time order. A missing value is NaN; `quality` holds the code of every reading, or is null
 * when all are good.
 */
export interface PointReadings {
  readonly pointId: PointId
  readonly width: Width
  readonly timesMs: readonly number[]
  readonly values: readonly number[]
  readonly quality: Uint8Array | null
}

/** Series of version 1 one after the other, each after its point (8 bytes) and its length (4 bytes). */
const SERIES_OF_POINTS = 1
const SHARED_TIMES = 2

/**
 * Packs an hour of a device: the times once for all points that share them, then each point by its id. A reading of a
 * minute's cycle with a decimal and some noise takes about half a byte.
 * @param points in any order, each once
 * @param startMs instant that times are counted from, usually the start of the hour.
 */
export function packDevice(points: readonly PointReadings[], startMs: number): Uint8Array {
  const axes: (readonly number[])[] = []
  const axisOf = (timesMs: readonly number[]) => {
    const known = axes.findIndex((axis) => isSame(axis, timesMs))
    return known >= 0 ? known : axes.push(timesMs) - 1
  }
  const ordered = points
    .toSorted((a, b) => a.pointId - b.pointId)
    .map((point) => ({ point, axis: axisOf(point.timesMs) }))
  const out = byteWriter()
  out.byte(SHARED_TIMES)
  out.count(axes.length)
  for (const axis of axes) {
    out.count(axis.length)
    writeWholes(
      out,
      axis.map((at) => at - startMs),
    )
  }
  out.count(ordered.length)
  let before = 0
  for (const { point, axis } of ordered) {
    const values = packValues(point)
    out.count(point.pointId - before)
    out.count(axis)
    out.count(values.length)
    out.append(values)
    before = point.pointId
  }
  return out.bytes()
}

/**
 * @param isWanted which points to unpack; the others cost next to nothing
 * @throws when the bytes are of another version or cut short: a damaged row, never an expected outcome.
 */
export function unpackDevice(
  bytes: Uint8Array,
  startMs: number,
  isWanted: (pointId: PointId) => boolean = () => true,
): PointReadings[] {
  const reader = byteReader(bytes)
  const version = reader.byte()
  if (version === SERIES_OF_POINTS) return unpackSeriesOfPoints(reader.rest(), startMs, isWanted)
  if (version !== SHARED_TIMES) throw new Error(`packed device of version ${version}`)
  const axes = Array.from({ length: reader.count() }, () =>
    readWholes(reader, reader.count()).map((sinceMs) => startMs + sinceMs),
  )
  const found: PointReadings[] = []
  let pointId = 0
  for (let left = reader.count(); left > 0; left--) {
    pointId += reader.count()
    const timesMs = axes[reader.count()]
    const values = reader.take(reader.count())
    if (timesMs === undefined) throw new RangeError('packed point without times')
    if (!isWanted(pointId as PointId)) continue
    found.push({ pointId: pointId as PointId, timesMs, ...unpackValues(values, timesMs.length) })
  }
  return found
}

function unpackSeriesOfPoints(
  bytes: Uint8Array,
  startMs: number,
  isWanted: (pointId: PointId) => boolean,
): PointReadings[] {
  const reader: ByteReader = byteReader(bytes)
  const found: PointReadings[] = []
  while (reader.rest().length > 0) {
    const head = reader.take(12)
    const view = new DataView(head.buffer, head.byteOffset, head.length)
    const pointId = Number(view.getBigInt64(0)) as PointId
    const series = reader.take(view.getInt32(8))
    if (isWanted(pointId)) found.push({ pointId, ...unpackSeries(series, startMs) })
  }
  return found
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((at, index) => at === b[index])
}
