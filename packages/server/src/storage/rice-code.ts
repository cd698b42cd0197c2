/** Longest part that goes through one call of `bits`. */
const MOST_BITS = 24
/** So many ones in a row say that the number follows in 32 bits. */
const ESCAPE_ONES = 16

/**
 * Whole numbers from 0 to 2^32 - 1 in the code of Rice (Rice & Plaunt 1971): the upper part as so many ones and a
 * zero, the lower `lowBits` as they are. The highest bit of a byte comes first.
 */
export function riceCode(numbers: ArrayLike<number>, lowBits: number): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(riceBits(numbers, lowBits) / 8))
  let position = 0
  const bits = (value: number, length: number) => {
    for (let left = length; left > 0; ) {
      const free = 8 - (position & 7)
      const now = Math.min(free, left)
      const part = (value >>> (left - now)) & ((1 << now) - 1)
      bytes[position >> 3] = (bytes[position >> 3] ?? 0) | (part << (free - now))
      position += now
      left -= now
    }
  }
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i] ?? 0
    const ones = number >>> lowBits
    if (ones < ESCAPE_ONES) {
      bits(2 ** (ones + 1) - 2, ones + 1)
      bits(number, lowBits)
    } else {
      bits(2 ** ESCAPE_ONES - 1, ESCAPE_ONES)
      bits(number >>> 16, 16)
      bits(number, 16)
    }
  }
  return bytes
}

/** Length of what {@link riceCode} gives. */
export function riceBits(numbers: ArrayLike<number>, lowBits: number): number {
  let bits = 0
  for (let i = 0; i < numbers.length; i++) {
    const ones = (numbers[i] ?? 0) >>> lowBits
    bits += ones < ESCAPE_ONES ? ones + 1 + lowBits : ESCAPE_ONES + 32
  }
  return bits
}

/** Reads numbers of {@link riceCode} into `numbers`. @returns how many bytes they took */
export function readRice(bytes: Uint8Array, lowBits: number, numbers: Uint32Array): number {
  let position = 0
  // the next 24 bits at least, at the top
  const window = () => {
    const at = position >> 3
    const four =
      ((bytes[at] ?? 0) << 24) |
      ((bytes[at + 1] ?? 0) << 16) |
      ((bytes[at + 2] ?? 0) << 8) |
      (bytes[at + 3] ?? 0)
    return four << (position & 7)
  }
  const bits = (length: number) => {
    if (length === 0) return 0
    const value = window() >>> (32 - length)
    position += length
    return value
  }
  for (let i = 0; i < numbers.length; i++) {
    const ones = Math.min(ESCAPE_ONES, Math.clz32(~window()))
    if (ones < ESCAPE_ONES) {
      position += ones + 1
      numbers[i] = ((ones << lowBits) | bits(lowBits)) >>> 0
    } else {
      position += ESCAPE_ONES
      numbers[i] = bits(16) * 2 ** 16 + bits(16)
    }
  }
  const taken = (position + 7) >> 3
  if (taken > bytes.length) throw new RangeError('packed readings are cut short')
  return taken
}

/** The number of low bits with which these take about the fewest. */
export function riceParameter(numbers: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < numbers.length; i++) sum += numbers[i] ?? 0
  const middle = Math.floor(Math.log2(sum / Math.max(1, numbers.length) + 1))
  let best = 0
  let fewest = Number.POSITIVE_INFINITY
  const from = Math.min(Math.max(0, middle - 1), MOST_BITS)
  for (let lowBits = from; lowBits <= Math.min(MOST_BITS, middle + 1); lowBits++) {
    const bits = riceBits(numbers, lowBits)
    if (bits >= fewest) continue
    fewest = bits
    best = lowBits
  }
  return best
}
