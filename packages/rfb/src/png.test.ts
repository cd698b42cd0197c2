import { crc32, inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { encodePng } from './png'
import { hex } from './testing/byte-texts'

/** The chunks of a PNG, as its specification cuts them (section 5). */
function chunksOf(png: Buffer): { type: string; content: Buffer; isSound: boolean }[] {
  const chunks = []
  for (let start = 8; start < png.length; ) {
    const length = png.readUInt32BE(start)
    const body = png.subarray(start + 4, start + 8 + length)
    chunks.push({
      type: body.toString('latin1', 0, 4),
      content: body.subarray(4),
      isSound: crc32(body) === png.readUInt32BE(start + 8 + length),
    })
    start += 12 + length
  }
  return chunks
}

test('a picture of 2 × 2 is a PNG of 8 bits for each colour', async () => {
  const bytes = hex('FF0000 FF 00FF00 FF 0000FF 00 010203 07')
  const png = await encodePng({ width: 2, height: 2, bytes })
  expect(png.subarray(0, 8)).toEqual(hex('89 50 4E 47 0D 0A 1A 0A'))
  const chunks = chunksOf(png)
  expect(chunks.map(({ type, isSound }) => [type, isSound])).toEqual([
    ['IHDR', true],
    ['IDAT', true],
    ['IEND', true],
  ])
  expect(chunks[0]?.content).toEqual(hex('00000002 00000002 08 02 00 00 00'))
  expect(inflateSync(chunks[1]!.content)).toEqual(hex('00 FF0000 00FF00 00 0000FF 010203'))
  // the check of an empty last chunk is the same in every PNG there is
  expect(png.subarray(-12)).toEqual(hex('00000000 49454E44 AE426082'))
})

test('the picture is that of the moment, whatever is drawn while it is compressed', async () => {
  const bytes = new Uint8Array(200 * 100 * 4).fill(5)
  const waiting = encodePng({ width: 200, height: 100, bytes })
  bytes.fill(9)
  const [, pixels] = chunksOf(await waiting)
  const lines = inflateSync(pixels!.content)
  expect(lines).toHaveLength(100 * (1 + 200 * 3))
  expect(new Set(lines)).toEqual(new Set([0, 5]))
})
