import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bitFormats,
  decodeValue,
  encodeNumber,
  encodeText,
  fitsSize,
  type NumberFormat,
  numberFormats,
  numberSizeBytes,
  type ValueFormat,
  valueFormats,
} from './register-value'

const hex = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'))
const number = (value: number) => ({ kind: 'number', value })

// Worked by hand: 16.0 is 0x41800000, 1.0 is 0x3F800000 (IEEE 754, exponent bias 127).
test.each<[string, ValueFormat, number]>([
  ['FE', 'u8', 254],
  ['FE', 'i8', -2],
  ['FF 3D', 'u16', 65341],
  ['FF 3D', 'i16', -195],
  ['3D FF', 'u16le', 65341],
  ['3D FF', 'i16le', -195],
  ['00 01 86 A0', 'u32', 100000],
  ['FF FE 79 60', 'i32', -100000],
  ['41 80 00 00', 'f32', 16],
  ['86 A0 00 01', 'u32sw', 100000],
  ['79 60 FF FE', 'i32sw', -100000],
  ['00 00 41 80', 'f32sw', 16],
  ['A0 86 01 00', 'u32le', 100000],
  ['60 79 FE FF', 'i32le', -100000],
  ['00 00 80 41', 'f32le', 16],
  ['01 00 A0 86', 'u32bs', 100000],
  ['FE FF 60 79', 'i32bs', -100000],
  ['80 41 00 00', 'f32bs', 16],
  ['00 00 00 00 07 5B CD 15', 'u64', 123456789],
  ['FF FF FF FF FF FF FF FE', 'i64', -2],
  ['3F F0 00 00 00 00 00 00', 'f64', 1],
  ['12 34', 'bcd16', 1234],
  ['12 34 56 78', 'bcd32', 12345678],
  ['00 08', 'bit3', 1],
  ['00 08', 'bit5', 0],
  ['80 00', 'bit15', 1],
  ['80', 'bit7', 1],
])('%s as %s is %d', (bytes, format, value) => {
  expect(decodeValue(hex(bytes), format)).toEqual(number(value))
})

test('a float that is no number is handed on as such', () => {
  expect(decodeValue(hex('7F C0 00 00'), 'f32')).toEqual(number(Number.NaN))
  expect(decodeValue(hex('FF 80 00 00'), 'f32')).toEqual(number(Number.NEGATIVE_INFINITY))
})

describe('malformed is', () => {
  test.each<[string, string, ValueFormat]>([
    ['a slice too short', '22', 'i16'],
    ['a slice too long', '00 22 00', 'i16'],
    ['an empty slice', '', 'hex'],
    ['a decimal digit above 9', '12 3A', 'bcd16'],
    ['a high bit asked of one byte', '80', 'bit8'],
    ['a bit of three bytes', '00 00 01', 'bit0'],
    ['a text with a control character', '41 07 42', 'ascii'],
    ['a text above ASCII', '41 E9', 'ascii'],
  ])('%s', (_, bytes, format) => {
    expect(decodeValue(hex(bytes), format)).toEqual({ kind: 'malformed' })
  })
})

test('texts come as they are, hexadecimal in capitals, names without the zeros that fill them up', () => {
  expect(decodeValue(hex('0a FF'), 'hex')).toEqual({ kind: 'text', text: '0AFF' })
  expect(decodeValue(hex('41 4B 2D 43 43 00 00'), 'ascii')).toEqual({ kind: 'text', text: 'AK-CC' })
})

describe('reading back what was written gives the same value', () => {
  test.each(numberFormats)('%s', (format) => {
    fc.assert(
      fc.property(valuesOf(format), (value) => {
        const bytes = encodeNumber(value, format)
        expect(bytes).not.toBeNull()
        expect(decodeValue(bytes!, format)).toEqual(number(value))
      }),
    )
  })
  test.each(bitFormats)('%s', (format) => {
    for (const value of [0, 1])
      expect(decodeValue(encodeNumber(value, format)!, format)).toEqual(number(value))
  })
  test('hex and ascii', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), fc.stringMatching(/^[ -~]+$/), (bytes, text) => {
        const read = decodeValue(bytes, 'hex')
        expect(read.kind === 'text' && encodeText(read.text, 'hex')).toEqual(bytes)
        expect(decodeValue(encodeText(text, 'ascii')!, 'ascii')).toEqual({ kind: 'text', text })
      }),
    )
  })
})

test('any bytes of the right size are read and written back alike, except not-a-number and decimal digits', () => {
  const formats = fc.constantFrom(...numberFormats.filter((format) => !/^(f|bcd)/.test(format)))
  fc.assert(
    fc.property(formats, fc.uint8Array({ minLength: 8, maxLength: 8 }), (format, bytes) => {
      const slice = bytes.subarray(0, numberSizeBytes(format))
      const read = decodeValue(slice, format)
      if (read.kind !== 'number') throw new Error('a number was expected')
      if (!Number.isSafeInteger(read.value)) return
      expect(encodeNumber(read.value, format)).toEqual(Uint8Array.from(slice))
    }),
  )
})

test.each<[number, NumberFormat]>([
  [256, 'u8'],
  [-1, 'u16'],
  [32768, 'i16'],
  [2 ** 32, 'u32sw'],
  [1.5, 'i16'],
  [10000, 'bcd16'],
  [-1, 'bcd32'],
  [Number.NaN, 'i32'],
])('%d has no form as %s', (value, format) => {
  expect(encodeNumber(value, format)).toBeNull()
})

test('each format fits its own size only', () => {
  for (const format of valueFormats) expect(fitsSize(format, 0)).toBe(false)
  expect(fitsSize('bit7', 1)).toBe(true)
  expect(fitsSize('bit15', 2)).toBe(true)
  expect(fitsSize('f64', 4)).toBe(false)
})

function valuesOf(format: NumberFormat): fc.Arbitrary<number> {
  const bits = 8 * numberSizeBytes(format)
  if (format.startsWith('f')) {
    const options = { noNaN: true }
    return bits === 32 ? fc.float(options) : fc.double(options)
  }
  if (format.startsWith('bcd')) return fc.integer({ min: 0, max: 10 ** (bits / 4) - 1 })
  const reach = Math.min(2 ** bits, Number.MAX_SAFE_INTEGER)
  if (format.startsWith('u')) return fc.maxSafeNat().map((value) => value % reach)
  return fc.maxSafeInteger().map((value) => (bits === 64 ? value : (value % (reach / 2)) + 0))
}
