import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hex } from './testing/byte-texts'
import { drawZrle, maxTileBytes } from './zrle'

/** Colours of a rectangle of tiles, as letters; drawn at 1,1 of a screen that is larger by 2 in both directions. */
function draw(bytes: Buffer, width: number, height: number): string[] {
  const stride = width + 2
  const words = new Uint32Array(stride * (height + 2))
  drawZrle(bytes, { x: 1, y: 1, width, height }, words, stride)
  const names = new Map([
    [0, '-'],
    [0xff0000ff, 'R'],
    [0xff00ff00, 'G'],
    [0xffff0000, 'B'],
    [0xff030201, 'd'],
  ])
  const rows = Array.from({ length: height + 2 }, (_, y) =>
    Array.from(words.subarray(y * stride, (y + 1) * stride), (word) => names.get(word) ?? '?').join(''),
  )
  // nothing around the rectangle is drawn
  expect([rows.at(0), rows.at(-1)]).toEqual(['-'.repeat(stride), '-'.repeat(stride)])
  return rows.slice(1, -1).map((row) => {
    expect([row.at(0), row.at(-1)]).toEqual(['-', '-'])
    return row.slice(1, -1)
  })
}

const red = 'FF0000'
const green = '00FF00'
const blue = '0000FF'

// RFC 6143, 7.7.6; a CPIXEL is red, green and blue in our format.
test.each([
  ['raw', `00 ${red} ${green} ${blue} 010203`, 2, 2, ['RG', 'Bd']],
  ['solid', `01 ${green}`, 3, 2, ['GGG', 'GGG']],
  // 2 colours: 1 bit each, the first in the highest; a row ends its byte
  ['palette of 2', `02 ${red} ${green} 55 80 AA 00`, 9, 2, ['RGRGRGRGG', 'GRGRGRGRR']],
  // 3 colours: 2 bits each: 00 01 10 00 | 01
  ['palette of 3', `03 ${red} ${green} ${blue} 18 40`, 5, 1, ['RGBRG']],
  ['palette of 4', `04 ${red} ${green} ${blue} 010203 1B`, 4, 1, ['RGBd']],
  // 5 colours: 4 bits each
  ['palette of 5', `05 ${red} ${green} ${blue} 010203 ${red} 01 23 40`, 5, 1, ['RGBdR']],
  ['palette of 16', `10 ${red.repeat(15)} ${green} 0F F0`, 3, 1, ['RGG']],
  ['runs', `80 ${red} 00 ${green} 03 ${blue} 00`, 3, 2, ['RGG', 'GGB']],
  ['runs in a palette', `82 ${red} ${green} 80 02 01 00 81 01`, 7, 1, ['RRRGRGG']],
  ['runs in a palette of 127', `FF ${red.repeat(126)} ${blue} 7E 80 00`, 2, 1, ['BR']],
])('a tile is drawn: %s', (_, bytes, width, height, rows) => {
  expect(draw(hex(bytes), width, height)).toEqual(rows)
})

test.each([
  // one more than the sum of the bytes of its length
  ['255 pixels', `80 ${red} FE ${green} 00`, 256],
  ['256 pixels', `80 ${red} FF 00 ${green} 00`, 257],
  ['511 pixels', `80 ${red} FF FF 00 ${green} 00`, 512],
])('a run of %s', (_, bytes, pixels) => {
  const height = 64
  const width = Math.ceil(pixels / height)
  const rest = width * height - pixels
  const more = rest > 0 ? `${blue} ${Buffer.of(rest - 1).toString('hex')}` : ''
  const row = draw(hex(bytes + more), width, height).join('')
  expect(row).toBe(`${'R'.repeat(pixels - 1)}G${'B'.repeat(rest)}`)
})

test('tiles of 64 × 64 go from left to right and then down', () => {
  const rows = draw(hex(`01 ${red} 01 ${green} 01 ${blue} 01 010203`), 66, 65)
  expect(rows[0]).toBe(`${'R'.repeat(64)}GG`)
  expect(rows[63]).toBe(`${'R'.repeat(64)}GG`)
  expect(rows[64]).toBe(`${'B'.repeat(64)}dd`)
})

test.each([
  ['nothing', ''],
  ['an unused kind', '11'],
  ['the highest unused kind of a packed palette', '7F'],
  ['a palette of runs with one colour', `81 ${red} 00 00 00 00`],
  ['raw, cut off', `00 ${red} ${green} ${blue} 0102`],
  ['solid, cut off', '01 FF00'],
  ['a palette, cut off', `02 ${red} ${green} 80`],
  ['a colour behind the palette', `03 ${red} ${green} ${blue} C0 00`],
  ['a run behind the palette', `82 ${red} ${green} 82 03`],
  ['runs, cut off', `80 ${red} 02`],
  ['a run that is too long', `80 ${red} 04`],
  ['a run without end', `80 ${red} FFFFFFFFFFFFFFFFFFFF`],
  ['a run in a palette that is too long', `82 ${red} ${green} 00 80 03`],
  ['more than its tiles', `01 ${red} 00`],
])('a tile is refused: %s', (_, bytes) => {
  expect(() => draw(hex(bytes), 2, 2)).toThrow(expect.objectContaining({ code: 'tile' }))
})

test('the longest of all tiles are within the limit, and no tile draws from more', () => {
  // every run one pixel long: 4 bytes each
  const runs = Buffer.concat([hex('80'), ...Array.from({ length: 64 * 64 }, () => hex(`${red} 00`))])
  expect(draw(runs, 64, 64)[63]).toBe('R'.repeat(64))
  expect(runs.length).toBe(maxTileBytes({ width: 64, height: 64 }))
  const palette = hex(`FF ${red.repeat(127)} 80 00`)
  expect(draw(palette, 1, 1)).toEqual(['R'])
  expect(palette.length).toBe(maxTileBytes({ width: 1, height: 1 }))
  expect(maxTileBytes({ width: 65, height: 64 })).toBe(runs.length + 382 + 64 * 2)
  expect(maxTileBytes({ width: 0, height: 64 })).toBe(0)
})

test('tiles of anything are drawn or refused, and draw nothing around them', () => {
  const kind = fc.constantFrom(0, 1, 2, 3, 4, 5, 16, 17, 127, 128, 129, 130, 131, 200, 255)
  const rest = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.array(fc.nat(3), { maxLength: 300 }).map((bytes) => Uint8Array.from(bytes)),
  )
  fc.assert(
    fc.property(
      kind,
      rest,
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 9 }),
      (first, bytes, w, h) => {
        try {
          draw(Buffer.concat([Buffer.of(first), bytes]), w, h)
        } catch (error) {
          expect(error).toMatchObject({ name: 'RfbError', code: 'tile' })
        }
      },
    ),
    { numRuns: 20_000 },
  )
})
