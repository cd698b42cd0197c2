import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Framebuffer } from './framebuffer'
import { type ServerEvent, ServerMessages } from './server-messages'
import { cut, hex } from './testing/byte-texts'
import { deflatedPieces, storedPiece } from './testing/zlib-pieces'

const size = { width: 4, height: 3 }

/** What the bytes do to a screen of 4 × 3, as events and as rows of letters. */
function receive(bytes: Uint8Array, lengths: readonly number[] = [bytes.length]) {
  const framebuffer = new Framebuffer(size)
  const messages = new ServerMessages(framebuffer)
  const events: ServerEvent[] = []
  for (const piece of cut(bytes, lengths)) events.push(...messages.push(piece))
  return { events, rows: lettersOf(framebuffer), framebuffer }
}

function lettersOf({ width, height, words }: Framebuffer): string[] {
  const names = new Map([
    [0xff000000, '-'],
    [0xff0000ff, 'R'],
    [0xff00ff00, 'G'],
    [0xffff0000, 'B'],
  ])
  return Array.from({ length: height }, (_, y) =>
    Array.from(words.subarray(y * width, (y + 1) * width), (word) => names.get(word) ?? '?').join(''),
  )
}

const word = (value: number) => value.toString(16).padStart(8, '0')
const zrle = (tiles: string, isFirst: boolean) => {
  const piece = storedPiece(hex(tiles), isFirst)
  return `${word(piece.length)} ${piece.toString('hex')}`
}
const red = 'FF0000'
const green = '00FF00'

// RFC 6143, 7.6.1: type, padding, count; then x, y, width, height, encoding each.
const rawUpdate = `00 00 0002
  0001 0001 0002 0002 00000000 ${red}00 ${green}00 0000FF00 ${red}77
  0000 0000 0001 0001 00000000 ${green}00`
const copyUpdate = '00 00 0001 0000 0001 0003 0002 00000001 0001 0001'
const zrleUpdate = `00 00 0002
  0000 0000 0004 0001 00000010 ${zrle(`01 ${red}`, true)}
  0002 0001 0002 0002 00000010 ${zrle(`00 ${red} ${green} ${green} ${red}`, false)}`

test('raw rectangles are drawn', () => {
  const { events, rows } = receive(hex(rawUpdate))
  expect(rows).toEqual(['G---', '-RG-', '-BR-'])
  expect(events).toEqual([
    { kind: 'rectangle', rectangle: { x: 1, y: 1, width: 2, height: 2 } },
    { kind: 'rectangle', rectangle: { x: 0, y: 0, width: 1, height: 1 } },
    { kind: 'updated' },
  ])
})

test('a rectangle is copied', () => {
  const { events, rows } = receive(hex(rawUpdate + copyUpdate))
  expect(rows).toEqual(['G---', 'RG--', 'BR--'])
  expect(events.at(-2)).toEqual({ kind: 'rectangle', rectangle: { x: 0, y: 1, width: 3, height: 2 } })
})

test('ZRLE rectangles are drawn from one zlib stream', () => {
  const { rows } = receive(hex(zrleUpdate))
  expect(rows).toEqual(['RRRR', '--RG', '--GR'])
})

test('a screen of another size is followed, and what comes behind is checked against that', () => {
  const grown = '00 00 0002 0000 0000 0005 0004 FFFFFF21 0004 0003 0001 0001 00000000 FF000000'
  const { events, rows } = receive(hex(rawUpdate + grown))
  expect(rows).toEqual(['G----', '-RG--', '-BR--', '----R'])
  expect(events.at(-3)).toEqual({ kind: 'resized', width: 5, height: 4 })
  const shrunk = '00 00 0002 0000 0000 0003 0003 FFFFFF21 0003 0002 0001 0001 00000000 FF000000'
  expect(() => receive(hex(shrunk))).toThrow(expect.objectContaining({ code: 'rectangle' }))
})

test('a server that states the size which the screen has changes nothing', () => {
  const { events, rows } = receive(hex(`${rawUpdate} 00 00 0001 0000 0000 0004 0003 FFFFFF21`))
  expect(rows).toEqual(['G---', '-RG-', '-BR-'])
  expect(events.slice(-2)).toEqual([{ kind: 'updated' }, { kind: 'updated' }])
})

test('a bell is an event; colours and cut text are skipped', () => {
  const skipped = `01 00 0003 0002 ${'FFFF'.repeat(6)} 03 000000 00000005 68656C6C6F 02 00 00 0000`
  expect(receive(hex(skipped)).events).toEqual([{ kind: 'bell' }, { kind: 'updated' }])
  const longest = Buffer.concat([hex('03 000000 00100000'), Buffer.alloc(0x100000), hex('02')])
  expect(receive(longest).events).toEqual([{ kind: 'bell' }])
})

test('wherever the network cuts the bytes, they do the same', () => {
  const all = hex(`${rawUpdate} ${copyUpdate} 02 ${zrleUpdate} 03 000000 00000003 414141 ${copyUpdate}`)
  const whole = receive(all)
  for (let first = 1; first < all.length; first++) {
    expect(receive(all, [first, all.length])).toMatchObject({ events: whole.events, rows: whole.rows })
  }
  expect(receive(all, [1])).toMatchObject({ events: whole.events, rows: whole.rows })
})

test.each([
  ['an unknown message', '04', 'message'],
  ['right of the screen', '00 00 0001 0003 0000 0002 0001 00000000', 'rectangle'],
  ['below the screen', '00 00 0001 0000 0002 0001 0002 00000010', 'rectangle'],
  ['the largest of all', '00 00 0001 FFFF FFFF FFFF FFFF 00000000', 'rectangle'],
  ['a copy from outside', '00 00 0001 0000 0000 0002 0002 00000001 0003 0000', 'rectangle'],
  ['a copy from below', '00 00 0001 0000 0000 0002 0002 00000001 0000 0002', 'rectangle'],
  ['Hextile', '00 00 0001 0000 0000 0001 0001 00000005', 'encoding'],
  ['LastRect', '00 00 FFFF 0000 0000 0000 0000 FFFFFF20', 'encoding'],
  ['a cursor', '00 00 0001 0000 0000 0001 0001 FFFFFF11', 'encoding'],
  ['a screen of nothing', '00 00 0001 0000 0000 0000 0000 FFFFFF21', 'screen'],
  ['a huge screen', '00 00 0001 0000 0000 FFFF FFFF FFFFFF21', 'screen'],
  ['a long cut text', '03 000000 00100001', 'length'],
  ['a cut text of an extended clipboard', '03 000000 FFFFFFF0', 'length'],
  ['ZRLE of more than its pixels need', '00 00 0001 0000 0000 0001 0001 00000010 00000800', 'length'],
  ['ZRLE of 4 GiB', '00 00 0001 0000 0000 0001 0001 00000010 FFFFFFFF', 'length'],
  ['no zlib', '00 00 0001 0000 0000 0001 0001 00000010 00000004 0000FFFF', 'compression'],
  ['a tile that cannot be', `00 00 0001 0000 0000 0001 0001 00000010 ${zrle('11', true)}`, 'tile'],
])('a server is given up: %s', (_, bytes, code) => {
  const fault = expect.objectContaining({ name: 'RfbError', code })
  expect(() => receive(hex(bytes))).toThrow(fault)
  expect(() => receive(hex(bytes), [1])).toThrow(fault)
})

test('a rectangle that inflates to more than its tiles can need is given up', async () => {
  const [bomb] = await deflatedPieces([Buffer.alloc(400_000)], 9)
  expect(bomb!.length).toBeLessThan(1000)
  const bytes = `00 00 0001 0000 0000 0004 0003 00000010 ${word(bomb!.length)} ${bomb!.toString('hex')}`
  expect(() => receive(hex(bytes))).toThrow(expect.objectContaining({ code: 'compression' }))
})

test('nothing is drawn after an error', () => {
  const messages = new ServerMessages(new Framebuffer(size))
  expect(() => messages.push(hex('04'))).toThrow()
  expect(() => messages.push(hex('02'))).toThrow(expect.objectContaining({ code: 'message' }))
})

test('a 4K screen arrives in raw pixels and in ZRLE', () => {
  const large = { width: 3840, height: 2160 }
  const framebuffer = new Framebuffer(large)
  const messages = new ServerMessages(framebuffer)
  const words = new Uint32Array(large.width * large.height)
  for (let place = 0; place < words.length; place++) words[place] = Math.imul(place, 2_654_435_761)
  const pixels = Buffer.from(words.buffer)
  messages.push(Buffer.concat([hex('00 00 0001 0000 0000 0F00 0870 00000000'), pixels]))
  for (let place = 3; place < pixels.length; place += 4) pixels[place] = 255
  expect(pixels.equals(framebuffer.bytes)).toBe(true)

  const other = new Framebuffer(large)
  const tiles: Buffer[] = []
  for (let y = 0; y < large.height; y += 64) {
    for (let x = 0; x < large.width; x += 64) {
      tiles.push(Buffer.of(0))
      const part = framebuffer.readRectangle({ x, y, width: 64, height: Math.min(64, large.height - y) })
      tiles.push(Buffer.from(part.filter((_, index) => index % 4 !== 3)))
    }
  }
  const piece = storedPiece(Buffer.concat(tiles), true)
  const head = hex(`00 00 0001 0000 0000 0F00 0870 00000010 ${word(piece.length)}`)
  const events = new ServerMessages(other).push(Buffer.concat([head, piece]))
  expect(events.at(-1)).toEqual({ kind: 'updated' })
  expect(pixels.equals(other.bytes)).toBe(true)
})

test('servers that send anything are followed or given up, in the same way wherever it is cut', () => {
  const sensible = fc
    .constantFrom(rawUpdate, copyUpdate, zrleUpdate, '02', '00 00 0003 0001', '03 000000 000000')
    .map(hex)
  const anything = fc.oneof(sensible, fc.uint8Array({ maxLength: 40 }))
  const changes = fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 4 })
  const cuts = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 4 })
  const outcomeOf = (bytes: Uint8Array, lengths?: readonly number[]) => {
    try {
      const { events, rows } = receive(bytes, lengths)
      return { events, rows }
    } catch (error) {
      expect(error).toMatchObject({ name: 'RfbError' })
      return String(error)
    }
  }
  fc.assert(
    fc.property(
      fc.array(anything, { minLength: 1, maxLength: 4 }),
      changes,
      cuts,
      (parts, changed, lengths) => {
        const bytes = Buffer.concat(parts)
        for (const [place, byte] of changed) if (place < bytes.length) bytes[place] = byte
        // a screen of another size may be tens of megabytes, which is fine once and slow ten thousand times
        fc.pre(!bytes.includes(hex('FFFFFF21')))
        expect(outcomeOf(bytes, lengths)).toEqual(outcomeOf(bytes))
      },
    ),
    { numRuns: 10_000 },
  )
})
