/** Grows as it is written; whole numbers as variable-length bytes, 7 bits each, low part first. */
export interface ByteWriter {
  byte(value: number): void
  /** A whole number from 0 to 2^53. */
  count(value: number): void
  /** A whole number of either sign, small ones short. */
  signed(value: number): void
  float32(value: number): void
  float64(value: number): void
  append(more: Uint8Array): void
  bytes(): Uint8Array
}

export function byteWriter(): ByteWriter {
  let buffer = new Uint8Array(256)
  let view = new DataView(buffer.buffer)
  let length = 0
  const reserve = (more: number) => {
    if (length + more <= buffer.length) return
    const grown = new Uint8Array(Math.max(buffer.length * 2, length + more))
    grown.set(buffer.subarray(0, length))
    buffer = grown
    view = new DataView(buffer.buffer)
  }
  const count = (value: number) => {
    reserve(8)
    let rest = value
    while (rest >= 128) {
      buffer[length++] = (rest % 128) + 128
      rest = Math.floor(rest / 128)
    }
    buffer[length++] = rest
  }
  return {
    byte(value) {
      reserve(1)
      buffer[length++] = value
    },
    count,
    // zigzag without bit operations, which would cut at 32 bits
    signed: (value) => count(value < 0 ? -2 * value - 1 : 2 * value),
    float32(value) {
      reserve(4)
      view.setFloat32(length, value, true)
      length += 4
    },
    float64(value) {
      reserve(8)
      view.setFloat64(length, value, true)
      length += 8
    },
    append(more) {
      reserve(more.length)
      buffer.set(more, length)
      length += more.length
    },
    bytes: () => buffer.slice(0, length),
  }
}

/** Reads what a {@link ByteWriter} wrote. Throws a RangeError beyond the end. */
export interface ByteReader {
  byte(): number
  count(): number
  signed(): number
  float32(): number
  float64(): number
  /** So many bytes, without a copy. */
  take(length: number): Uint8Array
  /** What is not read yet, without a copy. */
  rest(): Uint8Array
}

export function byteReader(bytes: Uint8Array): ByteReader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let position = 0
  const count = () => {
    let value = 0
    let weight = 1
    for (;;) {
      const part = view.getUint8(position++)
      if (part < 128) return value + part * weight
      value += (part - 128) * weight
      weight *= 128
    }
  }
  return {
    byte: () => view.getUint8(position++),
    count,
    signed() {
      const value = count()
      return value % 2 === 0 ? value / 2 : -(value + 1) / 2
    },
    float32() {
      position += 4
      return view.getFloat32(position - 4, true)
    },
    float64() {
      position += 8
      return view.getFloat64(position - 8, true)
    },
    take(length) {
      if (position + length > bytes.length) throw new RangeError('packed readings are cut short')
      position += length
      return bytes.subarray(position - length, position)
    },
    rest: () => bytes.subarray(position),
  }
}
