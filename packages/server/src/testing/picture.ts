import { crc32, deflateSync } from 'node:zlib'

/** A PNG of two pixels in a shade, with a text that says where it was taken. */
export function picture(shade: number, { width = 2, height = 1 } = {}): Uint8Array {
  const chunk = (type: string, content: Uint8Array) => {
    const named = Buffer.concat([Buffer.from(type), content])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(content.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from('Comment\0GPS 25.03N')),
    chunk('IDAT', deflateSync(Buffer.from([0, shade, shade]))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
