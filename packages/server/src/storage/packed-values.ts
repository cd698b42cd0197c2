import { type ByteReader, ByteWriter } from './byte-writer'
import { readRuns, writeRuns } from './code-runs'
import { decimalsOf, isExact, powerOfTen, readableSingle, SINGLE, type Width } from './exact-decimal'
import { readWholes, writeWholes } from './whole-numbers'

interface Values {
  readonly width: Width
  readonly values: readonly number[]
  /** Null when all are good. */
  readonly quality: Uint8Array | null
}

/** The first byte: what follows, and above it one more than the decimals, or 0 for values as they are stored. */
const WITH_QUALITY = 1
const WITH_GAPS = 2
const WIDE = 4
const DECIMALS = 16

/** Values as whole numbers where they are decimals (what controllers send), else as they are stored. */
export function packValues({ width, values, quality }: Values): Uint8Array {
  const present: number[] = []
  for (const value of values) {
    if (!Number.isNaN(value)) present.push(width === SINGLE ? Math.fround(value) : value)
  }
  const decimals = commonDecimals(present, width)
  const hasGaps = present.length < values.length
  const isGood = quality === null || quality.every((code) => code === 0)
  const out = new ByteWriter()
  out.byte(
    (isGood ? 0 : WITH_QUALITY) |
      (hasGaps ? WITH_GAPS : 0) |
      (width === SINGLE ? 0 : WIDE) |
      (DECIMALS * (decimals + 1)),
  )
  if (!isGood) writeRuns(out, quality)
  if (hasGaps) {
    writeRuns(
      out,
      Uint8Array.from(values, (value) => (Number.isNaN(value) ? 1 : 0)),
    )
  }
  if (decimals >= 0) {
    const power = powerOfTen(decimals)
    writeWholes(
      out,
      present.map((value) => Math.round(value * power)),
    )
  } else for (const value of present) width === SINGLE ? out.float32(value) : out.float64(value)
  return out.bytes()
}

/** @param count values that were packed, gaps included */
export function unpackValues(
  reader: ByteReader,
  count: number,
): { width: Width; values: number[]; quality: Uint8Array | null } {
  const head = reader.byte()
  const width = head & WIDE ? 'double' : SINGLE
  const quality = head & WITH_QUALITY ? readRuns(reader, count) : null
  const gaps = head & WITH_GAPS ? readRuns(reader, count) : null
  const decimals = Math.floor(head / DECIMALS) - 1
  const presentCount = gaps ? gaps.reduce((left, gap) => left - gap, count) : count
  const values =
    decimals >= 0 ? readDecimals(reader, presentCount, decimals) : readStored(reader, presentCount, width)
  return { width, values: gaps ? withGaps(values, gaps) : values, quality }
}

function readDecimals(reader: ByteReader, count: number, decimals: number): number[] {
  const values = readWholes(reader, count)
  if (decimals === 0) return values
  const power = powerOfTen(decimals)
  for (let i = 0; i < count; i++) values[i] = (values[i] ?? 0) / power
  return values
}

function readStored(reader: ByteReader, count: number, width: Width): number[] {
  const values: number[] = []
  for (let i = 0; i < count; i++) {
    values.push(width === SINGLE ? readableSingle(reader.float32()) : reader.float64())
  }
  return values
}

function withGaps(present: readonly number[], gaps: Uint8Array): number[] {
  let next = 0
  return Array.from(gaps, (gap) => (gap ? Number.NaN : (present[next++] ?? Number.NaN)))
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
