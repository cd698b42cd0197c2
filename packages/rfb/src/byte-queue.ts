import { RfbError } from './rfb-error'

const FIRST_BYTES = 4096
/** A buffer that grew beyond is given back as soon as it is empty. */
const KEPT_BYTES = 256 * 1024

/**
 * Bytes that arrived and were not read yet. They are copied into one buffer: a peer that sends single bytes must not
 * make us keep an object for each of them.
 */
export class ByteQueue {
  readonly #maxBytes: number
  #buffer = Buffer.allocUnsafe(FIRST_BYTES)
  #start = 0
  #end = 0

  /** @param maxBytes that may be held at a time */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get length(): number {
    return this.#end - this.#start
  }

  /** @throws RfbError `length` where more would be held than may be; nothing is added then */
  add(chunk: Uint8Array): void {
    const held = this.length
    if (held + chunk.length > this.#maxBytes) {
      throw new RfbError('length', `more than ${this.#maxBytes} bytes are waiting`)
    }
    if (this.#end + chunk.length > this.#buffer.length) this.#makeRoom(held + chunk.length)
    this.#buffer.set(chunk, this.#end)
    this.#end += chunk.length
  }

  /** A copy of the next bytes, which stay; null when fewer are there. */
  peek(count: number): Buffer | null {
    if (count > this.length) return null
    return Buffer.from(this.#buffer.subarray(this.#start, this.#start + count))
  }

  /** A copy of the next bytes, which are gone then; null when fewer are there, and all stay. */
  take(count: number): Buffer | null {
    const bytes = this.peek(count)
    if (bytes === null) return null
    this.#start += count
    if (this.#start === this.#end) {
      this.#start = 0
      this.#end = 0
      if (this.#buffer.length > KEPT_BYTES) this.#buffer = Buffer.allocUnsafe(FIRST_BYTES)
    }
    return bytes
  }

  #makeRoom(bytes: number): void {
    // twice as much as is needed: single bytes must not make it move for each of them
    const isRoomy = bytes * 2 <= this.#buffer.length
    const target = isRoomy ? this.#buffer : Buffer.allocUnsafe(Math.min(bytes * 2, this.#maxBytes))
    this.#buffer.copy(target, 0, this.#start, this.#end)
    this.#buffer = target
    this.#end -= this.#start
    this.#start = 0
  }
}
