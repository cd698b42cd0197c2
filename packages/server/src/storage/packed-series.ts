import { type ByteReader, type ByteWriter, byteReader, byteWriter } from './byte-writer'
import { decimalsOf, isExact, powerOfTen, readableSingle, SINGLE, type Width } from './exact-decimal'

/**
 * The readings of one point in time order. A missing value is NaN; `quality` holds the code of every reading, or is
 * null when all are good.
 */
export interface PackableSeries {
  readonly timesMs: ArrayLike<number>
  readonly values: ArrayLike<number>
  readonly quality: Uint8Array | null
}

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
 * Packs readings: times as lengths between readings with repeats counted, values as differences of whole numbers
 * where they are decimals (what controllers send), else as they are stored, qualities and gaps as runs.
 * A minute's readings of one hour take about 70 bytes against 900 as rows.
 * @param startMs instant that times are counted from, usually the start of the hour; no reading is earlier.
 */
export function packSeries(series: PackableSeries, startMs: number, width: Width): Uint8Array {
  const out = byteWriter()
  const present = presentValues(series.values, width)
  const decimals = commonDecimals(present, width)
  const hasGaps = present.length < series.values.length
  out.byte(VERSION)
  out.byte(
    (series.quality ? WITH_QUALITY : 0) |
      (hasGaps ? WITH_GAPS : 0) |
      (width === SINGLE ? 0 : WIDE) |
      (decimals >= 0 ? AS_DECIMALS : 0),
  )
  out.count(series.timesMs.length)
  writeTimes(out, series.timesMs, startMs)
  if (series.quality) writeRuns(out, series.quality)
  if (hasGaps)
    writeRuns(
      out,
      Uint8Array.from(series.values, (value) => (Number.isNaN(value) ? 1 : 0)),
    )
  writeValues(out, present, width, decimals)
  return out.bytes()
}

/** @throws when the bytes are of another version or cut short: a damaged row, never an expected outcome. */
export function unpackSeries(bytes: Uint8Array, startMs: number): UnpackedSeries {
  const reader = byteReader(bytes)
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
    } else values[i] = width === SINGLE ? readableSingle(reader.float32()) : reader.float64()
  }
  return { timesMs, values, quality, width }
}

function presentValues(values: ArrayLike<number>, width: Width): number[] {
  const present: number[] = []
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? Number.NaN
    if (!Number.isNaN(value)) present.push(width === SINGLE ? Math.fround(value) : value)
  }
  return present
}

/** Decimals that hold every value without loss, or -1. */
function commonDecimals(values: readonly number[], width: Width): number {
  let decimals = 0
  for (const value of values) {
    if (isExact(value, decimals, width)) continue
    const needed = decimalsOf(value, width)
    if (needed < 0) return -1
    decimals = Math.max(decimals, needed)
  }
  return values.every((value) => isExact(value, decimals, width)) ? decimals : -1
}

function writeValues(out: ByteWriter, values: readonly number[], width: Width, decimals: number): void {
  if (decimals < 0) {
    for (const value of values) width === SINGLE ? out.float32(value) : out.float64(value)
    return
  }
  out.byte(decimals)
  const power = powerOfTen(decimals)
  let previous = 0
  for (const value of values) {
    const whole = Math.round(value * power)
    out.signed(whole - previous)
    previous = whole
  }
}

/** Pairs of (length to the next reading, how often it repeats); the first length counts from the start. */
function writeTimes(out: ByteWriter, timesMs: ArrayLike<number>, startMs: number): void {
  let previous = startMs
  let i = 0
  while (i < timesMs.length) {
    const step = (timesMs[i] ?? 0) - previous
    let repeats = 1
    while (i + repeats < timesMs.length) {
      const next = (timesMs[i + repeats] ?? 0) - (timesMs[i + repeats - 1] ?? 0)
      if (next !== step) break
      repeats++
    }
    out.count(step)
    out.count(repeats)
    i += repeats
    previous = timesMs[i - 1] ?? 0
  }
}

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

function writeRuns(out: ByteWriter, codes: Uint8Array): void {
  let i = 0
  while (i < codes.length) {
    const code = codes[i] ?? 0
    let end = i + 1
    while (end < codes.length && codes[end] === code) end++
    out.byte(code)
    out.count(end - i)
    i = end
  }
}

function readRuns(reader: ByteReader, count: number): Uint8Array {
  const codes = new Uint8Array(count)
  let i = 0
  while (i < count) {
    const code = reader.byte()
    const end = i + reader.count()
    codes.fill(code, i, end)
    i = end
  }
  return codes
}
