import { constants, inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { Framebuffer } from './framebuffer'
import { rgbxFormat } from './pixel-format'
import { hex } from './testing/byte-texts'
import { UpdateWriter } from './update-writer'

const whole = { x: 0, y: 0, width: 2, height: 2 }
const pixels = hex('010203 00 040506 00 070809 00 0A0B0C 00')
const asks = (isIncremental: boolean, rectangle = whole) =>
  ({ kind: 'updateRequest', isIncremental, rectangle }) as const

function screen(): Framebuffer {
  const framebuffer = new Framebuffer({ width: 2, height: 2 })
  framebuffer.setRectangle(whole, pixels)
  return framebuffer
}

test('an update comes when it is requested and something has changed, and then once', () => {
  const framebuffer = screen()
  const writer = new UpdateWriter(framebuffer)
  expect(writer.next()).toBeNull()
  writer.take(asks(true))
  expect(writer.next()).toEqual(
    hex('00 00 0001 0000 0000 0002 0002 00000000 010203FF 040506FF 070809FF 0A0B0CFF'),
  )
  expect(writer.next()).toBeNull()
  writer.take(asks(true))
  expect(writer.next()).toBeNull()
  framebuffer.setRectangle({ x: 1, y: 0, width: 1, height: 1 }, hex('FFFFFF00'))
  expect(writer.next()).toEqual(hex('00 00 0001 0001 0000 0001 0001 00000000 FFFFFFFF'))
  framebuffer.setRectangle({ x: 1, y: 0, width: 1, height: 1 }, hex('00000000'))
  expect(writer.next()).toBeNull()
})

test('what is requested although it did not change is sent, as far as it is on the screen', () => {
  const writer = new UpdateWriter(screen())
  writer.take(asks(true))
  writer.next()
  writer.take(asks(false, { x: 1, y: 1, width: 65_535, height: 9 }))
  expect(writer.next()).toEqual(hex('00 00 0001 0001 0001 0001 0001 00000000 0A0B0CFF'))
  writer.take(asks(false, { x: 9, y: 9, width: 1, height: 1 }))
  expect(writer.next()).toBeNull()
})

test('pixels travel as the client wants them, and a table of colours is refused', () => {
  const writer = new UpdateWriter(screen())
  const format = { ...rgbxFormat, redShift: 16, blueShift: 0 }
  writer.take({ kind: 'pixelFormat', format })
  writer.take(asks(true))
  expect(writer.next()?.subarray(16, 20)).toEqual(hex('03020100'))
  expect(() => writer.take({ kind: 'pixelFormat', format: { ...format, isTrueColour: false } })).toThrow(
    expect.objectContaining({ code: 'pixel_format' }),
  )
})

test('larger rectangles are one zlib stream for a client that reads it', () => {
  const framebuffer = new Framebuffer({ width: 64, height: 64 })
  const part = { x: 0, y: 0, width: 64, height: 32 }
  const writer = new UpdateWriter(framebuffer)
  writer.take({ kind: 'encodings', encodings: [16, 6, 0] })
  const pieces = [7, 200].map((level) => {
    const content = new Uint8Array(64 * 32 * 4).fill(level)
    framebuffer.setRectangle(part, content)
    writer.take(asks(false, part))
    return writer.next()!
  })
  const [first, second] = pieces as [Buffer, Buffer]
  // the first one is the whole screen, which is dirty at first
  expect(first.subarray(0, 16)).toEqual(hex('00 00 0001 0000 0000 0040 0040 00000006'))
  expect(second.subarray(0, 16)).toEqual(hex('00 00 0001 0000 0000 0040 0020 00000006'))
  for (const piece of pieces) expect(piece.readUInt32BE(16)).toBe(piece.length - 20)
  const stream = Buffer.concat(pieces.map((piece) => piece.subarray(20)))
  const bytes = inflateSync(stream, { finishFlush: constants.Z_SYNC_FLUSH })
  expect(bytes).toHaveLength(64 * 64 * 4 + 64 * 32 * 4)
  expect(bytes.subarray(0, 4)).toEqual(hex('070707FF'))
  expect(bytes.subarray(64 * 32 * 4, 64 * 32 * 4 + 4)).toEqual(hex('000000FF'))
  expect(bytes.subarray(-4)).toEqual(hex('C8C8C8FF'))
})

test('a large screen comes in several updates, each of up to 524,288 pixels', () => {
  const framebuffer = new Framebuffer({ width: 1280, height: 800 })
  const writer = new UpdateWriter(framebuffer)
  const headers = [1, 2, 3].map(() => {
    writer.take(asks(true))
    return writer.next()?.subarray(0, 16)
  })
  // 409 rows are 523,520 pixels
  expect(headers).toEqual([
    hex('00 00 0001 0000 0000 0500 0199 00000000'),
    hex('00 00 0001 0000 0199 0500 0187 00000000'),
    undefined,
  ])
  framebuffer.setRectangle({ x: 0, y: 0, width: 1280, height: 409 }, new Uint8Array(1280 * 409 * 4))
  framebuffer.setRectangle({ x: 0, y: 700, width: 1, height: 1 }, new Uint8Array(4))
  framebuffer.setRectangle({ x: 0, y: 500, width: 1000, height: 2 }, new Uint8Array(8000))
  // 768 pixels are left: the single one goes with the large one, the rows wait
  expect(writer.next()?.readUInt16BE(2)).toBe(2)
  writer.take(asks(true))
  expect(writer.next()?.subarray(0, 16)).toEqual(hex('00 00 0001 0000 01F4 03E8 0002 00000000'))
})

test('a client that can follow another size is first sent that, then the pixels', () => {
  const framebuffer = screen()
  const writer = new UpdateWriter(framebuffer)
  writer.take({ kind: 'encodings', encodings: [0, -223] })
  writer.take(asks(true))
  writer.next()
  framebuffer.resize({ width: 1, height: 1 })
  expect(writer.next()).toBeNull()
  writer.take(asks(true))
  expect(writer.next()).toEqual(hex('00 00 0001 0000 0000 0001 0001 FFFFFF21'))
  writer.take(asks(true))
  expect(writer.next()).toEqual(hex('00 00 0001 0000 0000 0001 0001 00000000 010203FF'))
})

test('another client goes on with what fits into the size that it knows', () => {
  const framebuffer = screen()
  const writer = new UpdateWriter(framebuffer)
  framebuffer.resize({ width: 3, height: 1 })
  writer.take(asks(true))
  expect(writer.next()).toEqual(hex('00 00 0001 0000 0000 0002 0001 00000000 010203FF 040506FF'))
  framebuffer.setRectangle({ x: 2, y: 0, width: 1, height: 1 }, hex('FFFFFF00'))
  writer.take(asks(true))
  expect(writer.next()).toBeNull()
})

test('a client that is gone is not kept up with', () => {
  const framebuffer = screen()
  const writer = new UpdateWriter(framebuffer)
  writer.take(asks(true))
  writer.next()
  writer.close()
  framebuffer.setRectangle(whole, pixels)
  writer.take(asks(true))
  expect(writer.next()).toBeNull()
})
