import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ClientEvent, ClientMessages } from './client-message-reader'
import {
  encodeKeyEvent,
  encodePointerEvent,
  encodeSetEncodings,
  encodeSetPixelFormat,
  encodeUpdateRequest,
  pointerButton,
} from './client-messages'
import { rgbxFormat } from './pixel-format'
import { readableEncodings } from './server-messages'
import { cut, hex } from './testing/byte-texts'

// RFC 6143, 7.5.1 to 7.5.5
const examples: readonly (readonly [Buffer, string, ClientEvent])[] = [
  [
    encodeSetPixelFormat(rgbxFormat),
    '00 000000 20 18 00 01 00FF 00FF 00FF 00 08 10 000000',
    { kind: 'pixelFormat', format: rgbxFormat },
  ],
  [
    encodeSetEncodings(readableEncodings),
    '02 00 0004 00000010 00000001 00000000 FFFFFF21',
    { kind: 'encodings', encodings: [16, 1, 0, -223] },
  ],
  [
    encodeUpdateRequest(true, { x: 1, y: 2, width: 1280, height: 800 }),
    '03 01 0001 0002 0500 0320',
    { kind: 'updateRequest', isIncremental: true, rectangle: { x: 1, y: 2, width: 1280, height: 800 } },
  ],
  [
    encodeUpdateRequest(false, { x: 0, y: 0, width: 4, height: 3 }),
    '03 00 0000 0000 0004 0003',
    { kind: 'updateRequest', isIncremental: false, rectangle: { x: 0, y: 0, width: 4, height: 3 } },
  ],
  [encodeKeyEvent(0xff0d, true), '04 01 0000 0000FF0D', { kind: 'key', keysym: 0xff0d, isDown: true }],
  [
    encodeKeyEvent(0x0101f4a9, false),
    '04 00 0000 0101F4A9',
    { kind: 'key', keysym: 0x0101f4a9, isDown: false },
  ],
  [
    encodePointerEvent(pointerButton.left + pointerButton.right, 1279, 799),
    '05 05 04FF 031F',
    { kind: 'pointer', buttons: 5, x: 1279, y: 799 },
  ],
]

test.each(examples)('message %#: written and read', (written, bytes, event) => {
  expect(written).toEqual(hex(bytes))
  expect(new ClientMessages().push(hex(bytes))).toEqual([event])
})

/** Between any two messages one of cut text, once with the negative length of an extended clipboard. */
const all = hex(
  examples
    .map(([, bytes], index) => `${bytes} 06 000000 ${index % 2 ? '00000003' : 'FFFFFFFD'} 010203`)
    .join(''),
)

test('wherever the network cuts the bytes, the same messages are read, and cut text is none', () => {
  const events = examples.map(([, , event]) => event)
  const lengths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(lengths, (pieces) => {
      const messages = new ClientMessages()
      expect(cut(all, pieces).flatMap((piece) => [...messages.push(piece)])).toEqual(events)
    }),
  )
})

test('a cut text of 1 MiB is skipped, and 256 encodings are read', () => {
  const long = Buffer.concat([
    hex('06 000000 00100000'),
    Buffer.alloc(0x100000, 5),
    hex('04 00 0000 00000041'),
  ])
  expect(new ClientMessages().push(long)).toEqual([{ kind: 'key', keysym: 0x41, isDown: false }])
  const [event] = new ClientMessages().push(Buffer.concat([hex('02 00 0100'), Buffer.alloc(1024)]))
  expect(event).toEqual({ kind: 'encodings', encodings: Array.from({ length: 256 }, () => 0) })
})

test.each([
  ['an unknown message', '01', 'message'],
  ['an extended key event, which was not offered', 'FF 00', 'message'],
  ['another size of the screen, which was not offered', 'FB', 'message'],
  ['a long cut text', '06 000000 00100001', 'length'],
  ['a long extended clipboard', '06 000000 FFEFFFFF', 'length'],
  ['the longest extended clipboard', '06 000000 80000000', 'length'],
  ['257 encodings', '02 00 0101', 'length'],
  ['a format that cannot be', '00 000000 18 18 00 01 00FF 00FF 00FF 00 08 10 000000', 'pixel_format'],
])('a client is given up: %s', (_, bytes, code) => {
  const messages = new ClientMessages()
  const fault = expect.objectContaining({ name: 'RfbError', code })
  expect(() => messages.push(hex(bytes))).toThrow(fault)
  expect(() => messages.push(hex('04 00 0000 00000041'))).toThrow(fault)
})
