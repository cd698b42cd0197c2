import type { ByteReader } from './byte-writer'

/** Longest low part of a number. */
const MOST_BITS = 24
/** This many ones in a row mean that the number follows in 32 bits. */
const ESCAPE_ONES = 16

/**
 * Whole numbers from 0 to 2^32 - 1 in the code of Rice (Rice & Plaunt 1971): the upper part as so many ones and a
 * zero, the lower `lowBits` as they are. The highest bit of a byte comes first.
 */
export function riceCode(numbers: Uint32Array, lowBits: number): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(riceBits(numbers, lowBits) / 8))
  let position = 0
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i] ?? 0
    const ones = number >>> lowBits
    if (ones < ESCAPE_ONES) {
      position = putBits(bytes, position, 2 ** (ones + 1) - 2, ones + 1)
      position = putBits(bytes, position, number, lowBits)
    } else {
      position = putBits(bytes, position, 2 ** ESCAPE_ONES - 1, ESCAPE_ONES)
      position = putBits(bytes, position, number >>> 16, 16)
      position = putBits(bytes, position, number, 16)
    }
  }
  return bytes
}

/** @returns the position behind them */
function putBits(bytes: Uint8Array, start: number, value: number, length: number): number {
  let position = start
  for (let left = length; left > 0; ) {
    const free = 8 - (position & 7)
    const now = Math.min(free, left)
    const part = (value >>> (left - now)) & ((1 << now) - 1)
    bytes[position >> 3] = (bytes[position >> 3] ?? 0) | (part << (free - now))
    position += now
    left -= now
  }
  return position
}

/** Length of what {@link riceCode} gives. */
export function riceBits(numbers: Uint32Array, lowBits: number): number {
  let bits = 0
  for (let i = 0; i < numbers.length; i++) {
    const ones = (numbers[i] ?? 0) >>> lowBits
    bits += ones < ESCAPE_ONES ? ones + 1 + lowBits : ESCAPE_ONES + 32
  }
  return bits
}

/** The number of low bits with which these take about the fewest. */
export function riceParameter(numbers: Uint32Array): number {
  let sum = 0
  for (let i = 0; i < numbers.length; i++) sum += numbers[i] ?? 0
  const middle = Math.floor(Math.log2(sum / Math.max(1, numbers.length) + 1))
  const from = Math.min(Math.max(0, middle - 1), MOST_BITS)
  let best = from
  let fewest = Number.POSITIVE_INFINITY
  for (let lowBits = from; lowBits <= Math.min(MOST_BITS, middle + 1); lowBits++) {
    const bits = riceBits(numbers, lowBits)
    if (bits >= fewest) continue
    fewest = bits
    best = lowBits
  }
  return best
}

/** Reads `count` numbers of {@link riceCode} from a whole byte on, and goes on to the next whole byte. */
export function readRice(reader: ByteReader, lowBits: number, count: number): Uint32Array {
  const { bytes } = reader
  const start = reader.position()
  const numbers = new Uint32Array(count)
  let position = start * 8
  for (let i = 0; i < count; i++) {
    const ones = Math.min(ESCAPE_ONES, Math.clz32(~bitsAt(bytes, position)))
    if (ones < ESCAPE_ONES) {
      position += ones + 1
      const low = lowBits === 0 ? 0 : bitsAt(bytes, position) >>> (32 - lowBits)
      position += lowBits
      numbers[i] = (ones << lowBits) | low
    } else {
      position += ESCAPE_ONES
      const high = bitsAt(bytes, position) >>> 16
      numbers[i] = high * 2 ** 16 + (bitsAt(bytes, position + 16) >>> 16)
      position += 32
    }
  }
  reader.skip(((position + 7) >> 3) - start)
  return numbers
}

/** The next 24 bits at least, at the top. */
function bitsAt(bytes: Uint8Array, position: number): number {
  const at = position >> 3
  const four =
    ((bytes[at] ?? 0) << 24) |
    ((bytes[at + 1] ?? 0) << 16) |
    ((bytes[at + 2] ?? 0) << 8) |
    (bytes[at + 3] ?? 0)
  return four << (position & 7)
}
