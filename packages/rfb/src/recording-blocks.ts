import { RfbError } from './rfb-error'

/**
 * What a file of the format FBS begins with. It was made by rfbproxy, and players of VNC recordings read it: blocks of
 * what a server sent, each with its length before it, filled up to a multiple of 4, and the time after it.
 */
export const FBS_HEADER = Buffer.from('FBS 001.000\n', 'latin1')

/** What a server sent at one time. */
export interface RecordedBlock {
  readonly bytes: Buffer
  /** Milliseconds since the recording began, up to 2³² − 1. */
  readonly atMs: number
}

const LENGTH_BYTES = 4
const TIME_BYTES = 4

/** @throws RfbError `recording` for a time that is no whole number of milliseconds or beyond 49 days */
export function encodeBlock(bytes: Uint8Array, atMs: number): Buffer {
  if (!Number.isInteger(atMs) || atMs < 0 || atMs > 0xffffffff) {
    throw new RfbError('recording', `a block at ${atMs} ms`)
  }
  const padded = paddedLength(bytes.length)
  const block = Buffer.alloc(LENGTH_BYTES + padded + TIME_BYTES)
  block.writeUInt32BE(bytes.length, 0)
  block.set(bytes, LENGTH_BYTES)
  block.writeUInt32BE(atMs, LENGTH_BYTES + padded)
  return block
}

/**
 * The blocks one behind the other, as views of the given bytes.
 * @param bytes whole blocks, without the header of a file
 * @throws RfbError `recording` where one is cut off: a length that is wrong reaches beyond what is there, nothing is kept for it
 */
export function* readBlocks(bytes: Uint8Array): Generator<RecordedBlock, void> {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let start = 0; start < all.length; ) {
    if (all.length - start < LENGTH_BYTES) throw new RfbError('recording', 'the length of a block is cut off')
    const length = all.readUInt32BE(start)
    const begin = start + LENGTH_BYTES
    const time = begin + paddedLength(length)
    if (time + TIME_BYTES > all.length) throw new RfbError('recording', 'a block is cut off')
    yield { bytes: all.subarray(begin, begin + length), atMs: all.readUInt32BE(time) }
    start = time + TIME_BYTES
  }
}

function paddedLength(length: number): number {
  return Math.ceil(length / 4) * 4
}
