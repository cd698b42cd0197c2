import { constants, createDeflate } from 'node:zlib'

/** Bytes as a piece of a zlib stream that compresses nothing, put together by hand (RFC 1951, 3.2.4). */
export function storedPiece(bytes: Uint8Array, isFirst: boolean): Buffer {
  const parts: Uint8Array[] = isFirst ? [Buffer.of(0x78, 0x01)] : []
  for (let start = 0; start < bytes.length; start += 0xffff) {
    const part = bytes.subarray(start, start + 0xffff)
    const head = Buffer.alloc(5)
    head.writeUInt16LE(part.length, 1)
    head.writeUInt16LE(0xffff - part.length, 3)
    parts.push(head, part)
  }
  return Buffer.concat([...parts, Buffer.of(0, 0, 0, 0xff, 0xff)])
}

/** Pieces of one zlib stream as servers make them: each may refer to what was in those before it. */
export async function deflatedPieces(contents: readonly Uint8Array[], level = 6): Promise<Buffer[]> {
  const stream = createDeflate({ level })
  const pieces: Buffer[] = []
  for (const content of contents) {
    const chunks: Buffer[] = []
    const collect = (chunk: Buffer) => void chunks.push(chunk)
    stream.on('data', collect)
    stream.write(content)
    await new Promise<void>((resolve) => stream.flush(constants.Z_SYNC_FLUSH, resolve))
    stream.off('data', collect)
    pieces.push(Buffer.concat(chunks))
  }
  stream.destroy()
  return pieces
}
