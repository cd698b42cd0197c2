import { constants, inflateRawSync } from 'node:zlib'
import { RfbError } from './rfb-error'

/** How far back a zlib stream may refer (RFC 1950, 2.2). */
const WINDOW_BYTES = 32 * 1024
const HEADER_BYTES = 2
const MIN_OUTPUT_BYTES = 64
const OUTPUT_BYTES = 256 * 1024
const FLUSHED = Buffer.of(0, 0, 0xff, 0xff)

/**
 * One zlib stream that arrives in pieces, each flushed by its sender. Between two pieces nothing of the stream is open:
 * a flush ends at a whole byte (RFC 1951, 3.2.4), so that the last 32 KiB of what came out are all that the next piece
 * can refer to. Each piece is therefore inflated by a call of its own, which is synchronous, takes a limit for what
 * comes out, and leaves nothing to be closed. A stream of Node would answer later, and messages behind the piece would
 * have to be held for so long.
 */
export class InflateStream {
  #window = Buffer.alloc(0)
  #isBegun = false

  /**
   * @param piece up to the next flush of its sender
   * @param maxBytes that may come out
   * @throws RfbError `compression` where it is no zlib stream, is not flushed, or more comes out
   */
  inflate(piece: Uint8Array, maxBytes: number): Buffer {
    const packed = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
    const body = this.#isBegun ? packed : withoutHeader(packed)
    this.#isBegun = true
    if (!body.subarray(-FLUSHED.length).equals(FLUSHED)) {
      throw new RfbError('compression', 'a piece of a zlib stream does not end with a flush')
    }
    const bytes = inflate(body, this.#window, maxBytes)
    this.#window = Buffer.concat([this.#window, bytes.subarray(-WINDOW_BYTES)]).subarray(-WINDOW_BYTES)
    return bytes
  }
}

function inflate(body: Buffer, window: Buffer, maxBytes: number): Buffer {
  try {
    return inflateRawSync(body, {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: maxBytes,
      chunkSize: Math.max(MIN_OUTPUT_BYTES, Math.min(maxBytes, OUTPUT_BYTES)),
      ...(window.length > 0 ? { dictionary: window } : {}),
    })
  } catch (error) {
    throw new RfbError('compression', `a piece of a zlib stream: ${(error as Error).message}`)
  }
}

/** Deflate, a window of up to 32 KiB, no dictionary, and the check of these 16 bits (RFC 1950, 2.2). */
function withoutHeader(packed: Buffer): Buffer {
  const header = packed.length < HEADER_BYTES ? 0 : packed.readUInt16BE()
  const isDeflate = (header & 0x8f00) === 0x0800
  if (!isDeflate || header % 31 !== 0 || (header & 0x20) !== 0) {
    throw new RfbError('compression', 'a zlib stream does not begin with its header')
  }
  return packed.subarray(HEADER_BYTES)
}
