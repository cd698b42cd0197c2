import type { EpochMs } from '@coldkeep/domain/time/instant'
import { copyBinary, type Trx } from './connect'

/** The types of columns that can be written, with what a value of each is in code. */
interface CopyValues {
  int4: number
  /** A `bigint` where the value may lie beyond 2^53. */
  int8: number | bigint
  float4: number
  float8: number
  text: string
  timestamptz: EpochMs
  /** `YYYY-MM-DD` */
  date: string
  'float4[]': ArrayLike<number>
  'float8[]': ArrayLike<number>
  bytea: Uint8Array
}

type CopyType = keyof CopyValues
/** The columns to write, by their name in code, in the order of writing. */
export type CopyColumns = Readonly<Record<string, CopyType>>
export type CopyRow<Columns extends CopyColumns> = {
  readonly [Name in keyof Columns]: CopyValues[Columns[Name]] | null
}

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')
const CHUNK_BYTES = 1 << 20
const YEAR_2000_MS = 946_684_800_000
const DAY_MS = 86_400_000
const FLOAT4 = 700
const FLOAT8 = 701

/** Writes rows with binary COPY, the fastest way in. A key that is there already fails all of them: stage first. */
export async function copyRows<Columns extends CopyColumns>(
  trx: Trx,
  table: string,
  columns: Columns,
  rows: Iterable<CopyRow<Columns>>,
): Promise<void> {
  const names = Object.keys(columns).map((name) => `"${snakeCase(name)}"`)
  const statement = `copy ${table} (${names.join(', ')}) from stdin (format binary)`
  await copyBinary(trx, statement, encodeRows(columns, rows))
}

/** PostgreSQL's binary COPY format ("COPY", File Formats, in its manual), in chunks of about a megabyte. */
export function* encodeRows<Columns extends CopyColumns>(
  columns: Columns,
  rows: Iterable<CopyRow<Columns>>,
): Generator<Uint8Array> {
  const fields = Object.entries(columns).map(([name, type]) => ({ name, write: writers[type] as Write }))
  const out = new GrowingBuffer()
  out.bytes(SIGNATURE)
  out.int4(0)
  out.int4(0)
  for (const row of rows) {
    out.int2(fields.length)
    for (const { name, write } of fields) {
      const value = row[name]
      if (value === null) out.int4(-1)
      else write(out, value)
    }
    if (out.length >= CHUNK_BYTES) yield out.take()
  }
  out.int2(-1)
  yield out.take()
}

type Write = (out: GrowingBuffer, value: unknown) => void

const writers: { readonly [Type in CopyType]: (out: GrowingBuffer, value: CopyValues[Type]) => void } = {
  int4(out, value) {
    out.int4(4)
    out.int4(value)
  },
  int8(out, value) {
    out.int4(8)
    out.int8(value)
  },
  float4(out, value) {
    out.int4(4)
    out.float4(value)
  },
  float8(out, value) {
    out.int4(8)
    out.float8(value)
  },
  text: (out, value) => out.text(value),
  timestamptz(out, value) {
    out.int4(8)
    const sinceMs = value - YEAR_2000_MS
    const us = sinceMs * 1000
    out.int8(Number.isSafeInteger(us) ? us : BigInt(sinceMs) * 1000n)
  },
  date(out, value) {
    out.int4(4)
    out.int4((Date.parse(`${value}T00:00:00Z`) - YEAR_2000_MS) / DAY_MS)
  },
  'float4[]'(out, values) {
    out.arrayHead(FLOAT4, 4, values.length)
    for (let i = 0; i < values.length; i++) {
      out.int4(4)
      out.float4(values[i] as number)
    }
  },
  'float8[]'(out, values) {
    out.arrayHead(FLOAT8, 8, values.length)
    for (let i = 0; i < values.length; i++) {
      out.int4(8)
      out.float8(values[i] as number)
    }
  },
  bytea(out, value) {
    out.int4(value.length)
    out.bytes(value)
  },
}

/** All numbers big-endian, as in the whole protocol. */
class GrowingBuffer {
  #buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES + (CHUNK_BYTES >> 2))
  #view = viewOf(this.#buffer)
  length = 0

  take(): Uint8Array {
    const taken = this.#buffer.subarray(0, this.length)
    this.#buffer = Buffer.allocUnsafeSlow(this.#buffer.length)
    this.#view = viewOf(this.#buffer)
    this.length = 0
    return taken
  }

  // The buffer may be another one after `#advance`, so it is looked up last.
  int2(value: number): void {
    const at = this.#advance(2)
    this.#view.setInt16(at, value)
  }

  int4(value: number): void {
    if ((value | 0) !== value) throw new RangeError(`${value} is no whole number of 32 bits`)
    const at = this.#advance(4)
    this.#view.setInt32(at, value)
  }

  int8(value: number | bigint): void {
    const at = this.#advance(8)
    if (typeof value === 'bigint') {
      this.#view.setBigInt64(at, value)
      return
    }
    if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is no whole number within 2^53`)
    this.#view.setInt32(at, Math.floor(value / 2 ** 32))
    this.#view.setUint32(at + 4, value >>> 0)
  }

  float4(value: number): void {
    const at = this.#advance(4)
    this.#view.setFloat32(at, value)
  }

  float8(value: number): void {
    const at = this.#advance(8)
    this.#view.setFloat64(at, value)
  }

  bytes(value: Uint8Array): void {
    const at = this.#advance(value.length)
    this.#buffer.set(value, at)
  }

  text(value: string): void {
    // At most three bytes for each unit of the string; what is not needed is given back.
    const at = this.#advance(4 + value.length * 3)
    const written = this.#buffer.write(value, at + 4, 'utf8')
    this.#view.setInt32(at, written)
    this.length = at + 4 + written
  }

  arrayHead(elementType: number, elementBytes: number, length: number): void {
    const perElement = 4 + elementBytes
    this.#reserve(20 + length * perElement)
    this.int4(length === 0 ? 12 : 20 + length * perElement)
    this.int4(length === 0 ? 0 : 1)
    this.int4(0)
    this.int4(elementType)
    if (length === 0) return
    this.int4(length)
    this.int4(1)
  }

  #advance(bytes: number): number {
    this.#reserve(bytes)
    const at = this.length
    this.length += bytes
    return at
  }

  #reserve(bytes: number): void {
    if (this.length + bytes <= this.#buffer.length) return
    const grown = Buffer.allocUnsafeSlow(Math.max(this.#buffer.length * 2, this.length + bytes))
    this.#buffer.copy(grown, 0, 0, this.length)
    this.#buffer = grown
    this.#view = viewOf(grown)
  }
}

function viewOf(buffer: Buffer): DataView {
  return new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength)
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
