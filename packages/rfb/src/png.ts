import { crc32, deflate } from 'node:zlib'
import type { Picture } from './picture'

const SIGNATURE = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
/** 8 bits for each of red, green and blue; deflate, the only filtering, no interlacing (PNG, 11.2.2). */
const KIND = [8, 2, 0, 0, 0]
const COLOURS = 3
/** The row as it is, without reference to another one (PNG, 9.2): screens have even areas, which zlib finds itself. */
const NO_FILTER = 0
const LEVEL = 3

/**
 * A picture as a PNG without transparency (PNG, third edition). The pixels are taken at once, so that the framebuffer
 * may change then; they are compressed aside, where servers do not wait for it.
 */
export function encodePng(picture: Picture): Promise<Buffer> {
  const head = Buffer.alloc(8 + KIND.length)
  head.writeUInt32BE(picture.width, 0)
  head.writeUInt32BE(picture.height, 4)
  head.set(KIND, 8)
  return new Promise((resolve, reject) => {
    deflate(scanlines(picture), { level: LEVEL }, (error, packed) => {
      if (error !== null) return reject(error)
      const chunks = [chunk('IHDR', head), chunk('IDAT', packed), chunk('IEND', Buffer.alloc(0))]
      resolve(Buffer.concat([SIGNATURE, ...chunks]))
    })
  })
}

function scanlines({ width, height, bytes }: Picture): Buffer {
  const lines = Buffer.allocUnsafe(height * (1 + width * COLOURS))
  let from = 0
  let to = 0
  for (let y = 0; y < height; y++) {
    lines[to++] = NO_FILTER
    for (let x = 0; x < width; x++, from += 4) {
      lines[to++] = bytes[from] as number
      lines[to++] = bytes[from + 1] as number
      lines[to++] = bytes[from + 2] as number
    }
  }
  return lines
}

/** Length, type, content, and a check over the last two (PNG, 5.3). */
function chunk(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length, 0)
  head.write(type, 4, 'latin1')
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(content, crc32(head.subarray(4))))
  return Buffer.concat([head, content, check])
}
