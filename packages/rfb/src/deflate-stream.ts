import { constants, deflateRawSync } from 'node:zlib'

/** Deflate, a window of 32 KiB, made for speed (RFC 1950, 2.2). */
const HEADER = Buffer.of(0x78, 0x01)
/** The fastest one: a screen of text is a seventeenth then, and a server must not stand still for its watchers. */
const LEVEL = 1

/**
 * One zlib stream that is sent in pieces, each flushed. A piece does not refer to those before it, which the format
 * allows: it costs a little more for tiny pieces, and no state has to be kept, or closed, for a client.
 */
export class DeflateStream {
  #isBegun = false

  /** The next piece of the stream; what the other side inflates is exactly the given bytes. */
  deflate(bytes: Uint8Array): Buffer {
    const body = deflateRawSync(bytes, { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH })
    const piece = this.#isBegun ? body : Buffer.concat([HEADER, body])
    this.#isBegun = true
    return piece
  }
}
