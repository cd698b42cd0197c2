import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clientInitHandshake, clientSecurityHandshake } from './client-handshake'
import { Framebuffer } from './framebuffer'
import { rgbxFormat } from './pixel-format'
import { beginSegment, joinSegments, playerPrefix, recordChanges, replaySegment } from './recording'
import { encodeBlock, FBS_HEADER, readBlocks } from './recording-blocks'
import type { Rectangle } from './rectangle'
import { ServerMessages } from './server-messages'
import { hex, latin1 } from './testing/byte-texts'

const fault = expect.objectContaining({ name: 'RfbError', code: 'recording' })

test('a block is its length, its bytes up to a multiple of 4, and its time', () => {
  expect(encodeBlock(latin1('hello'), 1_000)).toEqual(hex('00000005 68656C6C6F 000000 000003E8'))
  expect(encodeBlock(latin1('four'), 0xffffffff)).toEqual(hex('00000004 666F7572 FFFFFFFF'))
  expect(encodeBlock(Buffer.alloc(0), 0)).toEqual(hex('00000000 00000000'))
  expect([...readBlocks(hex('00000005 68656C6C6F 000000 000003E8 00000001 41 000000 000007D0'))]).toEqual([
    { bytes: latin1('hello'), atMs: 1_000 },
    { bytes: latin1('A'), atMs: 2_000 },
  ])
})

test.each([-1, 0.5, 2 ** 32, Number.NaN])('there is no block at %d ms', (atMs) => {
  expect(() => encodeBlock(latin1('x'), atMs)).toThrow(fault)
})

test.each([
  ['a length', '0000'],
  ['bytes', '00000005 68656C6C'],
  ['a time', '00000001 41 000000 0000'],
  ['more than any screen needs', 'FFFFFFFF'],
])('a recording that is cut off or wrong is refused: %s', (_, bytes) => {
  const all = hex(`00000001 41 000000 000003E8 ${bytes}`)
  expect(() => [...readBlocks(all)]).toThrow(fault)
})

const first = { x: 0, y: 0, width: 1, height: 1 }

function screen(): Framebuffer {
  const framebuffer = new Framebuffer({ width: 2, height: 1 })
  framebuffer.setRectangle({ x: 0, y: 0, width: 2, height: 1 }, hex('01020300 04050600'))
  return framebuffer
}

test('a segment begins with the size and all pixels, changes are raw rectangles', () => {
  const framebuffer = screen()
  expect(beginSegment(framebuffer, 7)).toEqual(
    hex(`00000010 00 00 0001 0000 0000 0002 0001 FFFFFF21 00000007
      00000018 00 00 0001 0000 0000 0002 0001 00000000 010203FF 040506FF 00000007`),
  )
  expect(recordChanges(framebuffer, [first, { ...first, x: 1 }], 8)).toEqual(
    hex(`00000024 00 00 0002
      0000 0000 0001 0001 00000000 010203FF 0001 0000 0001 0001 00000000 040506FF 00000008`),
  )
  expect(recordChanges(framebuffer, [], 9)).toHaveLength(0)
})

test('a player is given the version 3.3, no security, and a screen in our format', () => {
  const prefix = playerPrefix({ width: 2, height: 1 }, 'PC1')
  expect(prefix).toEqual(
    hex(`${latin1('RFB 003.003\n').toString('hex')} 00000001 0002 0001
      20 18 00 01 00FF 00FF 00FF 00 08 10 000000 00000003 504331`),
  )
})

test('segments become one file that a client plays from its first byte on', () => {
  const framebuffer = screen()
  const one = beginSegment(framebuffer, 1_000)
  framebuffer.resize({ width: 3, height: 2 })
  framebuffer.setRectangle({ x: 2, y: 1, width: 1, height: 1 }, hex('AABBCC00'))
  const other = beginSegment(framebuffer, 61_000)
  const file = joinSegments([one, other], 'PC1')
  expect(file.subarray(0, 12)).toEqual(latin1('FBS 001.000\n'))
  const blocks = [...readBlocks(file.subarray(FBS_HEADER.length))]
  expect(blocks.map(({ atMs }) => atMs)).toEqual([1_000, 1_000, 1_000, 61_000, 61_000])

  const security = clientSecurityHandshake(null)
  security.push(Buffer.concat(blocks.map(({ bytes }) => bytes)))
  expect(security.outcome).toEqual({ version: '3.3', security: 1 })
  const init = clientInitHandshake()
  init.push(security.takeRest())
  expect(init.outcome).toEqual({ width: 2, height: 1, format: rgbxFormat, name: 'PC1' })
  const played = new Framebuffer(init.outcome!)
  new ServerMessages(played).push(init.takeRest())
  expect([played.width, played.height]).toEqual([3, 2])
  expect(Buffer.from(played.bytes)).toEqual(hex('010203FF 040506FF 000000FF 000000FF 000000FF AABBCCFF'))
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a change', recordChanges(screen(), [first], 1)],
  ['a file', joinSegments([beginSegment(screen(), 1)], '')],
  ['a block of nothing', encodeBlock(Buffer.alloc(0), 1)],
])('%s is no segment', (_, bytes) => {
  expect(() => replaySegment(bytes)).toThrow(fault)
  expect(() => joinSegments([bytes], '')).toThrow(fault)
  expect(() => joinSegments([], '')).toThrow(fault)
})

test('a segment of a screen that cannot be, or that is damaged, is refused', () => {
  const segment = beginSegment(screen(), 1)
  const huge = Buffer.from(segment)
  huge.writeUInt16BE(0xffff, 12)
  expect(() => replaySegment(huge)).toThrow(expect.objectContaining({ code: 'screen' }))
  const damaged = Buffer.from(segment)
  damaged.writeUInt8(9, 28)
  expect(() => replaySegment(damaged)).toThrow(expect.objectContaining({ code: 'message' }))
})

test('a segment shows the screen at its end, and at each time within it', () => {
  const part = fc.record({ x: fc.nat(39), y: fc.nat(29), width: fc.nat(39), height: fc.nat(29) })
  const change = fc.record({ part, level: fc.nat(255), isCopy: fc.boolean() })
  fc.assert(
    fc.property(fc.array(fc.array(change, { maxLength: 6 }), { maxLength: 8 }), (rounds) => {
      const framebuffer = new Framebuffer({ width: 40, height: 30 })
      const region = framebuffer.track()
      region.take()
      const blocks = [beginSegment(framebuffer, 100)]
      const shown = [Buffer.from(framebuffer.bytes)]
      for (const [round, changes] of rounds.entries()) {
        for (const { part: wished, level, isCopy } of changes) draw(framebuffer, wished, level, isCopy)
        blocks.push(recordChanges(framebuffer, region.take(), 200 + 100 * round))
        shown.push(Buffer.from(framebuffer.bytes))
      }
      const segment = Buffer.concat(blocks)
      expect(Buffer.from(replaySegment(segment).bytes).equals(shown.at(-1)!)).toBe(true)
      for (const [index, expected] of shown.entries()) {
        const replayed = replaySegment(segment, 100 + 100 * index)
        expect(Buffer.from(replayed.bytes).equals(expected)).toBe(true)
      }
    }),
    { numRuns: 200 },
  )
})

function draw(framebuffer: Framebuffer, wished: Rectangle, level: number, isCopy: boolean): void {
  const { x, y } = wished
  const width = Math.min(wished.width, 40 - x)
  const height = Math.min(wished.height, 30 - y)
  if (isCopy) framebuffer.copyRectangle({ x: 40 - width, y: 30 - height, width, height }, x, y)
  else {
    const pixels = Uint8Array.from({ length: width * height * 4 }, (_, place) => (level + place * 7) & 0xff)
    framebuffer.setRectangle({ x, y, width, height }, pixels)
  }
}
