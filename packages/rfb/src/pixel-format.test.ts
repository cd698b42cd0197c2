import { expect, test } from 'vitest'
import { convertPixels, decodePixelFormat, encodePixelFormat, rgbxFormat } from './pixel-format'
import { hex } from './testing/byte-texts'

/** Red 255, green 128, blue 8. */
const pixel = Uint8Array.of(255, 128, 8, 255)

test('a format is 16 bytes', () => {
  const bytes = '20 18 00 01 00FF 00FF 00FF 00 08 10 000000'
  expect(encodePixelFormat(rgbxFormat)).toEqual(hex(bytes))
  expect(decodePixelFormat(hex(bytes))).toEqual(rgbxFormat)
  // what is behind the shifts means nothing
  expect(decodePixelFormat(hex('20 18 00 01 00FF 00FF 00FF 00 08 10 FFFFFF'))).toEqual(rgbxFormat)
})

// Worked out by hand: 128 of 255 is 16 of 31 and 32 of 63, 4 of 7; 8 of 255 is 1 of 31, 0 of 3.
test.each([
  ['our own', '20 18 00 01 00FF 00FF 00FF 00 08 10', 'FF 80 08 FF'],
  ['32 bits, blue first', '20 18 00 01 00FF 00FF 00FF 10 08 00', '08 80 FF 00'],
  ['32 bits, big endian', '20 18 01 01 00FF 00FF 00FF 10 08 00', '00 FF 80 08'],
  ['32 bits, the highest ones', '20 20 00 01 00FF 00FF 00FF 18 10 08', '00 08 80 FF'],
  ['16 bits', '10 10 00 01 001F 003F 001F 0B 05 00', '01 FC'],
  ['16 bits, big endian', '10 10 01 01 001F 003F 001F 0B 05 00', 'FC 01'],
  ['15 of 16 bits', '10 0F 00 01 001F 001F 001F 0A 05 00', '01 7E'],
  ['8 bits', '08 08 00 01 0007 0007 0003 00 03 06', '27'],
])('a pixel travels in %s', (_, format, bytes) => {
  expect(Buffer.from(convertPixels(pixel, decodePixelFormat(hex(`${format} 000000`))))).toEqual(hex(bytes))
})

test('a table of colours can be stated, but no pixel can be sent by it', () => {
  const format = decodePixelFormat(hex('08 08 00 00 0000 0000 0000 00 00 00 000000'))
  expect(format.isTrueColour).toBe(false)
  expect(() => convertPixels(pixel, format)).toThrow(expect.objectContaining({ code: 'pixel_format' }))
})

test.each([
  '18 18 00 01 00FF 00FF 00FF 10 08 00 000000',
  '20 00 00 01 00FF 00FF 00FF 10 08 00 000000',
  '20 21 00 01 00FF 00FF 00FF 10 08 00 000000',
  '20 18 00 01 00FF 00FF 00FF 19 08 00 000000',
  '20 18 00 01 00FF 00FF 00FF FF 08 00 000000',
  '20 18 00 01 00FF 0000 00FF 10 08 00 000000',
  // the only bit of red is the first one behind the pixel
  '08 08 00 01 0001 0007 0003 08 03 06 000000',
])('the format %s cannot be', (bytes) => {
  expect(() => decodePixelFormat(hex(bytes))).toThrow(expect.objectContaining({ code: 'pixel_format' }))
})
