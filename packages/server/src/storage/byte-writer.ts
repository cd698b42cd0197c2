// Classes, not closures: tens of thousands of these are made in a second.

/** Grows as it is written; whole numbers as variable-length bytes, 7 bits each, low part first. */
export class ByteWriter {
  #buffer = new Uint8Array(256)
  #view = new DataView(this.#buffer.buffer)
  #length = 0

  byte(value: number): void {
    this.#reserve(1)
    this.#buffer[this.#length++] = value
  }

  /** A whole number from 0 to 2^53. */
  count(value: number): void {
    this.#reserve(8)
    let rest = value
    while (rest >= 128) {
      this.#buffer[this.#length++] = (rest % 128) + 128
      rest = Math.floor(rest / 128)
    }
    this.#buffer[this.#length++] = rest
  }

  /** A whole number of either sign, small ones short. */
  signed(value: number): void {
    // zigzag without bit operations, which would cut at 32 bits
    this.count(value < 0 ? -2 * value - 1 : 2 * value)
  }

  float32(value: number): void {
    this.#reserve(4)
    this.#view.setFloat32(this.#length, value, true)
    this.#length += 4
  }

  float64(value: number): void {
    this.#reserve(8)
    this.#view.setFloat64(this.#length, value, true)
    this.#length += 8
  }

  append(more: Uint8Array): void {
    this.#reserve(more.length)
    this.#buffer.set(more, this.#length)
    this.#length += more.length
  }

  bytes(): Uint8Array {
    return this.#buffer.slice(0, this.#length)
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#buffer.length) return
    const grown = new Uint8Array(Math.max(this.#buffer.length * 2, this.#length + more))
    grown.set(this.#buffer.subarray(0, this.#length))
    this.#buffer = grown
    this.#view = new DataView(grown.buffer)
  }
}

/** Reads what a {@link ByteWriter} wrote. Throws a RangeError beyond the end. */
export class ByteReader {
  readonly bytes: Uint8Array
  #at: number
  readonly #end: number

  /** Reads from `start` up to `end`. */
  constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
    this.bytes = bytes
    this.#at = start
    this.#end = end
  }

  /** The position of the next byte in `bytes`. */
  position(): number {
    return this.#at
  }

  isAtEnd(): boolean {
    return this.#at >= this.#end
  }

  /** @returns where the skipped bytes began */
  skip(length: number): number {
    const start = this.#at
    if (!(length >= 0 && start + length <= this.#end)) throw new RangeError('packed readings are cut short')
    this.#at = start + length
    return start
  }

  byte(): number {
    return this.bytes[this.skip(1)] ?? 0
  }

  count(): number {
    let value = 0
    let weight = 1
    for (;;) {
      const part = this.byte()
      if (part < 128) return value + part * weight
      value += (part - 128) * weight
      weight *= 128
    }
  }

  signed(): number {
    const value = this.count()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  float32(): number {
    return this.view().getFloat32(this.skip(4), true)
  }

  float64(): number {
    return this.view().getFloat64(this.skip(8), true)
  }

  /** Of all the bytes, so that positions count. */
  view(): DataView {
    const { bytes } = this
    return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }
}
