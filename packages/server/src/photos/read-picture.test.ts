import { crc32, deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { joined, MOST_PIXELS } from './picture'
import { readPicture } from './read-picture'

const letters = (text: string) => new TextEncoder().encode(text)
const bytesOf = (...parts: (number | string | Uint8Array)[]) =>
  joined(
    parts.map((part) =>
      typeof part === 'number' ? Uint8Array.of(part) : typeof part === 'string' ? letters(part) : part,
    ),
  )
const two = (n: number) => Uint8Array.of(n >> 8, n & 255)
const four = (n: number) => Uint8Array.of((n >>> 24) & 255, (n >> 16) & 255, (n >> 8) & 255, n & 255)
const fourLittle = (n: number) => four(n).toReversed()

const segment = (marker: number, content: Uint8Array) =>
  bytesOf(0xff, marker, two(content.length + 2), content)
/** A frame of a size with a scan that holds a stuffed byte and a restart. */
const frame = (width: number, height: number) =>
  bytesOf(
    segment(0xc0, bytesOf(8, two(height), two(width), 1, 1, 0x11, 0)),
    segment(0xda, bytesOf(1, 1, 0, 0, 63, 0)),
    Uint8Array.of(0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56),
  )
const JFIF = segment(0xe0, bytesOf('JFIF', 0, 1, 1, 0, 0, 1, 0, 1, 0, 0))
/** Of one entry: the orientation, and behind it a place. */
const exif = (orientation: number) =>
  segment(
    0xe1,
    bytesOf(
      'Exif',
      0,
      0,
      'MM',
      0,
      42,
      four(8),
      two(1),
      two(0x112),
      two(3),
      four(1),
      two(orientation),
      two(0),
      four(0),
      'GPS 25.03N',
    ),
  )
const jpeg = (...segments: Uint8Array[]) => bytesOf(0xff, 0xd8, ...segments, 0xff, 0xd9)
const chunk = (type: string, content: Uint8Array) => {
  const named = bytesOf(type, content)
  return bytesOf(four(content.length), named, four(crc32(named)))
}
const header = (width: number, height: number) =>
  chunk('IHDR', bytesOf(four(width), four(height), 8, 0, 0, 0, 0))
const png = (...chunks: Uint8Array[]) =>
  bytesOf(0x89, 'PNG', 0x0d, 0x0a, 0x1a, 0x0a, ...chunks, chunk('IEND', new Uint8Array()))
const pixels = chunk('IDAT', deflateSync(Uint8Array.of(0, 200)))
const riff = (...chunks: Uint8Array[]) => {
  const content = bytesOf('WEBP', ...chunks)
  return bytesOf('RIFF', fourLittle(content.length), content)
}
const part = (type: string, content: Uint8Array) =>
  bytesOf(type, fourLittle(content.length), content, ...(content.length % 2 === 1 ? [0] : []))
/** Lossless, 4 wide and 3 high: 14 bits each, less one. */
const lossless = part('VP8L', bytesOf(0x2f, fourLittle(3 | (2 << 14)), 7, 7))

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const kept = (bytes: Uint8Array) => {
  const read = readPicture(bytes)
  if (!read.ok) throw new Error(read.problem)
  return read.value
}
const problem = (bytes: Uint8Array) => {
  const read = readPicture(bytes)
  return read.ok ? null : read.problem
}

describe('JPEG', () => {
  test('place, comments and what follows its end are left out, the picture stays byte for byte', () => {
    const comment = segment(0xfe, letters('taken at home'))
    const sent = bytesOf(
      jpeg(JFIF, exif(1), comment, segment(0xe1, letters('http://ns.adobe.com/xap')), frame(640, 480)),
      'MotionPhoto',
    )
    expect(kept(sent)).toEqual({
      type: 'image/jpeg',
      width: 640,
      height: 480,
      bytes: jpeg(JFIF, frame(640, 480)),
    })
  })

  test('how it is turned stays, in a segment that says nothing else', () => {
    const { bytes } = kept(jpeg(JFIF, exif(6), frame(640, 480)))
    expect(textOf(bytes)).not.toContain('GPS')
    expect(bytes[2]).toBe(0xff)
    expect(bytes[3]).toBe(0xe1)
    // read again it says the same, and nothing changes any more
    expect(kept(bytes).bytes).toEqual(bytes)
    expect(textOf(kept(jpeg(exif(9), frame(2, 2))).bytes)).not.toContain('Exif')
  })

  test('a profile of colours stays, and a progressive picture is read through all its scans', () => {
    const profile = segment(0xe2, bytesOf('ICC_PROFILE', 0, 1, 1, 'colours'))
    const secondScan = bytesOf(
      segment(0xc4, Uint8Array.of(0, 1)),
      segment(0xda, bytesOf(1, 1, 0, 0, 63, 0)),
      9,
    )
    const sent = jpeg(profile, segment(0xe2, letters('MPF thumbs')), frame(3, 2), secondScan)
    expect(kept(sent).bytes).toEqual(jpeg(profile, frame(3, 2), secondScan))
  })
})

test('a PNG loses texts, times and Exif', () => {
  const told = [
    chunk('tEXt', letters('Author me')),
    chunk('eXIf', letters('GPS')),
    chunk('tIME', new Uint8Array(7)),
  ]
  const sent = bytesOf(png(header(1, 1), ...told, pixels), 'behind')
  expect(kept(sent)).toEqual({ type: 'image/png', width: 1, height: 1, bytes: png(header(1, 1), pixels) })
})

test('a WebP loses Exif and XMP, and its header says so', () => {
  const extended = (flags: number) => part('VP8X', bytesOf(flags, 0, 0, 0, 3, 0, 0, 2, 0, 0))
  const sent = riff(extended(0x1c), lossless, part('EXIF', letters('GPS')), part('XMP ', letters('me')))
  expect(kept(sent)).toEqual({
    type: 'image/webp',
    width: 4,
    height: 3,
    bytes: riff(extended(0x10), lossless),
  })
  expect(kept(riff(lossless))).toMatchObject({ width: 4, height: 3 })
})

test('what is no picture is refused, whatever it is called', () => {
  expect(problem(letters('a text called photo.jpg'))).toBe('other')
  expect(problem(new Uint8Array())).toBe('other')
  expect(problem(bytesOf('GIF89a', 1, 0, 1, 0))).toBe('other')
  expect(problem(bytesOf(four(24), 'ftypheic', four(0), 'mif1heic'))).toBe('heic')
  expect(problem(letters('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe('other')
})

test('a picture that is cut at any byte is damaged', () => {
  const extended = part('VP8X', bytesOf(0x10, 0, 0, 0, 3, 0, 0, 2, 0, 0))
  for (const whole of [
    jpeg(JFIF, exif(6), frame(640, 480)),
    png(header(1, 1), pixels),
    riff(extended, lossless),
  ]) {
    for (let length = 0; length < whole.length; length++) {
      expect(problem(whole.slice(0, length)), `${length} of ${whole.length}`).toMatch(/damaged|other/)
    }
  }
})

test('more pixels than are ever needed are refused by the header alone', () => {
  expect(problem(jpeg(JFIF, frame(8_000, 5_000)))).toBeNull()
  expect(8_000 * 5_000).toBe(MOST_PIXELS)
  expect(problem(jpeg(JFIF, frame(8_000, 5_001)))).toBe('pixels')
  // 60 megapixels of a phone, and a header that lies
  expect(problem(jpeg(JFIF, frame(9_000, 6_700)))).toBe('pixels')
  expect(problem(png(header(4_294_967_295, 4_294_967_295), pixels))).toBe('pixels')
  expect(problem(jpeg(JFIF, frame(0, 480)))).toBe('damaged')
})
