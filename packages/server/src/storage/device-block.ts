import type { PointId } from '@coldkeep/domain/ids'
import { ByteReader, ByteWriter } from './byte-writer'
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

/** Series of version 1 one after the other, each after its point and its length. */
const SERIES_OF_POINTS = 1
const POINT_BYTES = 8
const LENGTH_BYTES = 4
const SHARED_TIMES = 2

/**
 * Packs an hour of a device: the times once for all points that share them, then each point by its id. A reading of a
 * minute's cycle with a decimal and some noise takes about 0.6 bytes.
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
  const out = new ByteWriter()
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
 * @param includes which points to unpack; the others cost next to nothing
 * @throws when the bytes are of another version or cut short: a damaged row, never an expected outcome.
 */
export function unpackDevice(
  bytes: Uint8Array,
  startMs: number,
  includes: (pointId: PointId) => boolean = () => true,
): PointReadings[] {
  const found: PointReadings[] = []
  for (const { pointId, timesMs, start, end } of placesOf(new ByteReader(bytes), startMs)) {
    if (!includes(pointId)) continue
    if (timesMs === null) {
      found.push({ pointId, ...unpackSeries(bytes.subarray(start, end), startMs) })
      continue
    }
    const { width, values, quality } = unpackValues(new ByteReader(bytes, start, end), timesMs.length)
    found.push({ pointId, width, timesMs, values, quality })
  }
  return found
}

/**
 * How many of the requested points a packed hour has, without unpacking their values.
 * @throws as {@link unpackDevice}
 */
export function countPoints(bytes: Uint8Array, includes: (pointId: PointId) => boolean): number {
  let count = 0
  for (const { pointId } of placesOf(new ByteReader(bytes), 0)) if (includes(pointId)) count++
  return count
}

interface PlacedPoint {
  readonly pointId: PointId
  /** `null`: packed with the values. */
  readonly timesMs: readonly number[] | null
  readonly start: number
  readonly end: number
}

function* placesOf(reader: ByteReader, startMs: number): Generator<PlacedPoint> {
  const version = reader.byte()
  if (version === SERIES_OF_POINTS) return yield* placesOfSeries(reader)
  if (version !== SHARED_TIMES) throw new Error(`packed device of version ${version}`)
  const axes: (readonly number[])[] = []
  for (let left = reader.count(); left > 0; left--) axes.push(readAxis(reader, startMs))
  let pointId = 0 as PointId
  for (let left = reader.count(); left > 0; left--) {
    pointId = (pointId + reader.count()) as PointId
    const timesMs = axes[reader.count()]
    const length = reader.count()
    const start = reader.skip(length)
    if (timesMs === undefined) throw new RangeError('packed point without times')
    yield { pointId, timesMs, start, end: start + length }
  }
}

function* placesOfSeries(reader: ByteReader): Generator<PlacedPoint> {
  while (!reader.isAtEnd()) {
    const head = reader.skip(POINT_BYTES + LENGTH_BYTES)
    const pointId = Number(reader.view().getBigInt64(head)) as PointId
    const length = reader.view().getInt32(head + POINT_BYTES)
    const start = reader.skip(length)
    yield { pointId, timesMs: null, start, end: start + length }
  }
}

function readAxis(reader: ByteReader, startMs: number): number[] {
  const timesMs = readWholes(reader, reader.count())
  for (let i = 0; i < timesMs.length; i++) timesMs[i] = startMs + (timesMs[i] ?? 0)
  return timesMs
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  if (a === b) return true
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
