import { ByteReader } from './byte-writer'
import { readRuns } from './code-runs'
import { powerOfTen, readableSingle, type Width } from './exact-decimal'

/** The readings of one point in time order. A missing value is NaN; without `quality` all are good. */
export interface UnpackedSeries {
  readonly timesMs: number[]
  readonly values: number[]
  readonly quality: Uint8Array | null
  readonly width: Width
}

const VERSION = 1
const WITH_QUALITY = 1
const WITH_GAPS = 2
const WIDE = 4
const AS_DECIMALS = 8

/**
 * Readings of one point and hour in the form in which each had a row of its own, which is no longer written.
 * @throws when the bytes are of another version or cut short: a damaged row, never an expected outcome.
 */
export function unpackSeries(bytes: Uint8Array, startMs: number): UnpackedSeries {
  const reader = new ByteReader(bytes)
  const version = reader.byte()
  if (version !== VERSION) throw new Error(`packed series of version ${version}`)
  const flags = reader.byte()
  const count = reader.count()
  const timesMs = readTimes(reader, count, startMs)
  const quality = flags & WITH_QUALITY ? readRuns(reader, count) : null
  const gaps = flags & WITH_GAPS ? readRuns(reader, count) : null
  const width = flags & WIDE ? 'double' : 'single'
  const decimals = flags & AS_DECIMALS ? reader.byte() : -1
  const values: number[] = new Array(count)
  let whole = 0
  const power = powerOfTen(Math.max(decimals, 0))
  for (let i = 0; i < count; i++) {
    if (gaps?.[i]) values[i] = Number.NaN
    else if (decimals >= 0) {
      whole += reader.signed()
      values[i] = whole / power
    } else values[i] = width === 'single' ? readableSingle(reader.float32()) : reader.float64()
  }
  return { timesMs, values, quality, width }
}

/** Pairs of (length to the next reading, how often it repeats); the first length counts from the start. */
function readTimes(reader: ByteReader, count: number, startMs: number): number[] {
  const timesMs: number[] = []
  let at = startMs
  while (timesMs.length < count) {
    const step = reader.count()
    for (let repeats = reader.count(); repeats > 0; repeats--) {
      at += step
      timesMs.push(at)
    }
  }
  return timesMs
}
