import { constants, inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DeflateStream } from './deflate-stream'
import { InflateStream } from './inflate-stream'
import { hex, latin1 } from './testing/byte-texts'
import { deflatedPieces, storedPiece } from './testing/zlib-pieces'

const fault = expect.objectContaining({ code: 'compression' })

test('pieces of a stream that refer to earlier ones come out whole', async () => {
  const noise = Buffer.from(Array.from({ length: 40_000 }, (_, index) => (index * index * 31 + index) & 0xff))
  const contents = [latin1('tiles '.repeat(50)), noise, latin1('tiles '.repeat(40)), noise, Buffer.of(7)]
  const pieces = await deflatedPieces(contents)
  // the second time the same 40,000 bytes are nothing but references
  expect(pieces[3]!.length).toBeLessThan(1000)
  const stream = new InflateStream()
  for (const [index, piece] of pieces.entries()) {
    expect(stream.inflate(piece, contents[index]!.length).equals(contents[index]!)).toBe(true)
  }
})

test('a piece may refer to the very first byte, and not to one before it', () => {
  // one block of fixed codes: 3 bytes from 3 back, the end; then the flush (RFC 1951, 3.2.6)
  const reference = hex('02 22 00 00 00 00 FF FF')
  const stream = new InflateStream()
  stream.inflate(storedPiece(latin1('ABC'), true), 3)
  expect(stream.inflate(reference, 3)).toEqual(latin1('ABC'))
  const other = new InflateStream()
  other.inflate(storedPiece(latin1('AB'), true), 2)
  expect(() => other.inflate(reference, 3)).toThrow(fault)
})

test('any contents come out of any pieces', async () => {
  const few = fc.array(fc.nat(2), { maxLength: 3000 }).map((bytes) => Uint8Array.from(bytes))
  await fc.assert(
    fc.asyncProperty(fc.array(few, { minLength: 1, maxLength: 5 }), fc.nat(9), async (contents, level) => {
      const stream = new InflateStream()
      const filled = contents.map((content) => Uint8Array.of(9, ...content))
      for (const [index, piece] of (await deflatedPieces(filled, level)).entries()) {
        expect(Uint8Array.from(stream.inflate(piece, 3001))).toEqual(filled[index])
      }
    }),
    { numRuns: 50 },
  )
})

test('as much as may come out does, and one byte more is refused', () => {
  const bytes = latin1('x'.repeat(1000))
  expect(new InflateStream().inflate(storedPiece(bytes, true), 1000)).toEqual(bytes)
  expect(() => new InflateStream().inflate(storedPiece(bytes, true), 999)).toThrow(fault)
})

test('16 MiB of zeros in 16 KiB are given up', async () => {
  const [bomb] = await deflatedPieces([Buffer.alloc(16 * 1024 * 1024)], 9)
  expect(bomb!.length).toBeLessThan(17_000)
  expect(() => new InflateStream().inflate(bomb!, 16_385)).toThrow(fault)
})

test.each([
  ['nothing', ''],
  ['no deflate', '79 9B 00 00 00 FF FF'],
  ['a window of 64 KiB', '88 1C 00 00 00 FF FF'],
  ['a wrong check', '78 02 00 00 00 FF FF'],
  ['a dictionary', '78 20 00 00 00 FF FF'],
  ['not flushed', '78 01 00 01 00 FE FF 41'],
  ['lengths that do not agree', '78 01 00 01 00 FE FE 41 00 00 00 FF FF'],
  ['an unknown kind of block', '78 01 06 00 00 FF FF'],
  ['a reference to before the beginning', '78 01 02 02 00 00 00 FF FF'],
])('a piece is refused: %s', (_, bytes) => {
  expect(() => new InflateStream().inflate(hex(bytes), 1000)).toThrow(fault)
})

test('what is sent is one zlib stream', () => {
  const stream = new DeflateStream()
  const contents = [latin1('pixels '.repeat(5000)), Buffer.of(1), Buffer.alloc(300_000, 3)]
  const pieces = contents.map((content) => stream.deflate(content))
  const inflated = inflateSync(Buffer.concat(pieces), { finishFlush: constants.Z_SYNC_FLUSH })
  expect(inflated.equals(Buffer.concat(contents))).toBe(true)
  expect(pieces[0]!.subarray(0, 2)).toEqual(hex('78 01'))
  for (const piece of pieces) expect(piece.subarray(-4)).toEqual(hex('00 00 FF FF'))
})
