import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ClientFilter, type FilterMode } from './client-filter'
import { cut, hex } from './testing/byte-texts'

const format = '00 000000 20 18 00 01 00FF 00FF 00FF 00 08 10 000000'
const encodings = '02 00 0002 00000010 FFFFFF21'
const request = '03 01 0000 0000 0500 0320'
const key = '04 01 0000 0000FF0D'
const pointer = '05 01 0010 0020'
const cutText = '06 000000 00000003 616263'

function filter(mode: FilterMode, bytes: Uint8Array, lengths: readonly number[] = [bytes.length]): Buffer {
  const one = new ClientFilter(mode)
  return Buffer.concat(cut(bytes, lengths).map((piece) => one.push(piece)))
}

test('while a screen is only viewed, formats, encodings and requests pass and cut text does not', () => {
  const sent = hex(`01 ${format} ${encodings} ${cutText} ${request}`)
  const passed = hex(`01 ${format} ${encodings} ${request}`)
  expect(filter('view', sent)).toEqual(passed)
  expect(filter('view', sent, [1])).toEqual(passed)
})

test('while it is controlled, keys and pointer pass too', () => {
  const sent = hex(`01 ${key} ${cutText} ${pointer} ${request}`)
  expect(filter('control', sent)).toEqual(hex(`01 ${key} ${pointer} ${request}`))
})

test('a client that wants the screen for itself gets it shared', () => {
  expect(filter('view', hex('00'))).toEqual(hex('01'))
  expect(new ClientFilter('view').push(Buffer.alloc(0))).toHaveLength(0)
})

test.each([
  ['view', key],
  ['view', pointer],
  ['view', '01'],
  ['view', 'FF'],
  ['control', '01'],
  ['control', '07'],
  ['control', 'FB'],
  ['control', 'FF 00 0001 00000041 00000026'],
] as const)(
  'in the mode %s the message %s ends the connection, and nothing passes any more',
  (mode, bytes) => {
    const one = new ClientFilter(mode)
    const fault = expect.objectContaining({ name: 'RfbError', code: 'message' })
    expect(one.push(hex(`01 ${request}`))).toEqual(hex(`01 ${request}`))
    expect(() => one.push(hex(request + bytes))).toThrow(fault)
    expect(() => one.push(hex(request))).toThrow(fault)
  },
)

test('a message passes when it is whole, not before', () => {
  const one = new ClientFilter('view')
  expect(one.push(hex('01 02 00 0002 00000010'))).toEqual(hex('01'))
  expect(one.push(hex('FFFFFF21 03'))).toEqual(hex(encodings))
})

/** The types of the messages, read in the plainest way there is; throws where they are no messages. */
function typesOf(bytes: Buffer): number[] {
  const types: number[] = []
  let at = 0
  while (at < bytes.length) {
    const type = bytes[at]!
    types.push(type)
    if (type === 0) at += 20
    else if (type === 2) at += 4 + 4 * bytes.readUInt16BE(at + 2)
    else if (type === 3) at += 10
    else if (type === 4) at += 8
    else if (type === 5) at += 6
    else throw new Error(`type ${type} at ${at}`)
  }
  if (at !== bytes.length) throw new Error('a message is cut off')
  return types
}

test('of 100,000 made-up clients, what passes is messages of the types 0, 2 and 3', () => {
  const known = fc.constantFrom(format, encodings, request, cutText, key, pointer).map(hex)
  const likely = fc.constantFrom(format, encodings, request, cutText).map(hex)
  const message = fc.oneof(
    { weight: 6, arbitrary: likely },
    { weight: 1, arbitrary: known },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 24 }) },
  )
  const client = fc.record({
    messages: fc.array(message, { maxLength: 6 }),
    changes: fc.array(fc.tuple(fc.nat(80), fc.nat(255)), { maxLength: 2 }),
    lengths: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 }),
  })
  const passedTypes = new Set<number>()
  let refused = 0
  fc.assert(
    fc.property(client, ({ messages, changes, lengths }) => {
      const bytes = Buffer.concat([hex('01'), ...messages])
      for (const [place, byte] of changes) if (place > 0 && place < bytes.length) bytes[place] = byte
      const one = new ClientFilter('view')
      const passed: Buffer[] = []
      try {
        for (const piece of cut(bytes, lengths)) passed.push(one.push(piece))
      } catch (error) {
        if ((error as Error).name !== 'RfbError') throw error
        refused++
      }
      const [init, ...rest] = Buffer.concat(passed)
      // nothing where already the first chunk has what may not pass
      if (init !== 1 && passed.length > 0) throw new Error('the first byte is not passed')
      for (const type of typesOf(Buffer.from(rest))) {
        if (type !== 0 && type !== 2 && type !== 3) throw new Error(`type ${type} passes`)
        passedTypes.add(type)
      }
    }),
    { numRuns: 100_000 },
  )
  // the clients were of both kinds, and all that may pass did
  expect([...passedTypes].sort()).toEqual([0, 2, 3])
  expect(refused).toBeGreaterThan(10_000)
  expect(refused).toBeLessThan(90_000)
})
