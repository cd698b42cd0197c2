/**
 * How the bytes of a value are read. `u` unsigned, `i` two's complement, `f` IEEE 754, `bcd` two decimal digits a
 * byte. Modbus fixes the order inside one register (high byte first) and no more, so makers differ in the rest,
 * written after the width with A as the highest byte: none ABCD · `sw` CDAB, low word first · `le` DCBA (BA in
 * one register) · `bs` BADC.
 */
export const numberFormats = [
  'u8',
  'i8',
  'u16',
  'i16',
  'u16le',
  'i16le',
  'u32',
  'i32',
  'f32',
  'u32sw',
  'i32sw',
  'f32sw',
  'u32le',
  'i32le',
  'f32le',
  'u32bs',
  'i32bs',
  'f32bs',
  'u64',
  'i64',
  'f64',
  'bcd16',
  'bcd32',
] as const
export type NumberFormat = (typeof numberFormats)[number]

/** One bit of a byte or register, 0 the lowest; the value is 0 or 1. */
export const bitFormats = [
  'bit0',
  'bit1',
  'bit2',
  'bit3',
  'bit4',
  'bit5',
  'bit6',
  'bit7',
  'bit8',
  'bit9',
  'bit10',
  'bit11',
  'bit12',
  'bit13',
  'bit14',
  'bit15',
] as const
export type BitFormat = (typeof bitFormats)[number]

const textFormats = ['hex', 'ascii'] as const
export type TextFormat = (typeof textFormats)[number]

export const valueFormats = [...numberFormats, ...bitFormats, ...textFormats] as const
export type ValueFormat = NumberFormat | BitFormat | TextFormat

/** A value as the bytes say it, before any scaling. Floats may be NaN or infinite. */
export type RawValue =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'malformed' }

const MALFORMED: RawValue = { kind: 'malformed' }
const sizes: Readonly<Record<string, number>> = { '8': 1, '16': 2, '32': 4, '64': 8 }
/**
 * The position of each byte of the big-endian form in the form on the wire; every order is its own inverse.
 */
const orders: Readonly<Record<string, readonly number[]>> = {
  sw: [2, 3, 0, 1],
  le: [3, 2, 1, 0],
  bs: [1, 0, 3, 2],
}

export function isValueFormat(text: string): text is ValueFormat {
  return (valueFormats as readonly string[]).includes(text)
}

export function isBitFormat(format: ValueFormat): format is BitFormat {
  return format.startsWith('bit')
}

export function isTextFormat(format: ValueFormat): format is TextFormat {
  return format === 'hex' || format === 'ascii'
}

/** The bit a format picks, 0 to 15. */
export function bitNumber(format: BitFormat): number {
  return Number(format.slice(3))
}

/** True when a slice of this many bytes can hold the format: numbers have one size, bits lie in 1 or 2 bytes. */
export function fitsSize(format: ValueFormat, sizeBytes: number): boolean {
  if (isTextFormat(format)) return sizeBytes >= 1
  if (isBitFormat(format)) return sizeBytes === 2 || (sizeBytes === 1 && bitNumber(format) < 8)
  return sizeBytes === numberSizeBytes(format)
}

export function numberSizeBytes(format: NumberFormat): number {
  return shapes[format].sizeBytes
}

/**
 * Reads the bytes of one value.
 * @param slice exactly the bytes of the value, as they came
 * @returns `malformed` when the size does not fit, a decimal digit is above 9, or a text has bytes outside
 *   printable ASCII. 64-bit integers come back as the nearest double (exact up to 2^53).
 */
export function decodeValue(slice: Uint8Array, format: ValueFormat): RawValue {
  if (!fitsSize(format, slice.length)) return MALFORMED
  if (format === 'hex') return { kind: 'text', text: hexText(slice) }
  if (format === 'ascii') return decodeAscii(slice)
  if (isBitFormat(format)) return { kind: 'number', value: (bigEndian(slice) >> bitNumber(format)) & 1 }
  const value = readNumber(slice, shapes[format])
  return value === null ? MALFORMED : { kind: 'number', value }
}

/**
 * The bytes of a number, as {@link decodeValue} would read them back; a bit comes as one register with all other
 * bits zero.
 * @returns null when the number does not fit: out of range, or a fraction in an integer format
 */
export function encodeNumber(value: number, format: NumberFormat | BitFormat): Uint8Array | null {
  if (isBitFormat(format)) {
    if (value !== 0 && value !== 1) return null
    const word = value << bitNumber(format)
    return Uint8Array.of(word >> 8, word & 0xff)
  }
  return writeNumber(value, shapes[format])
}

/** The bytes of a text; null when it is no hexadecimal with whole bytes, or not printable ASCII. */
export function encodeText(text: string, format: TextFormat): Uint8Array | null {
  if (format === 'ascii') {
    return /^[\x20-\x7e]+$/.test(text) ? Uint8Array.from(text, (character) => character.charCodeAt(0)) : null
  }
  if (!/^([0-9a-f]{2})+$/i.test(text)) return null
  return Uint8Array.from({ length: text.length / 2 }, (_, index) =>
    Number.parseInt(text.slice(2 * index, 2 * index + 2), 16),
  )
}

interface Shape {
  readonly family: 'u' | 'i' | 'f' | 'bcd'
  readonly sizeBytes: number
  readonly order: readonly number[] | null
}

const shapes = Object.fromEntries(numberFormats.map((format) => [format, shapeOf(format)])) as Readonly<
  Record<NumberFormat, Shape>
>

function shapeOf(format: NumberFormat): Shape {
  const [, family, bits, order] = /^(u|i|f|bcd)(\d+)(\w*)$/.exec(format) as RegExpExecArray
  const sizeBytes = sizes[bits as string] as number
  const places = order === '' ? null : sizeBytes === 2 ? [1, 0] : orders[order as string]
  return { family: family as Shape['family'], sizeBytes, order: places ?? null }
}

function readNumber(slice: Uint8Array, shape: Shape): number | null {
  const bytes = shape.order ? reordered(slice, shape.order) : slice
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { family, sizeBytes } = shape
  if (family === 'f') return sizeBytes === 4 ? view.getFloat32(0) : view.getFloat64(0)
  if (family === 'bcd') return readDecimalDigits(bytes)
  const isSigned = family === 'i'
  switch (sizeBytes) {
    case 1:
      return isSigned ? view.getInt8(0) : view.getUint8(0)
    case 2:
      return isSigned ? view.getInt16(0) : view.getUint16(0)
    case 4:
      return isSigned ? view.getInt32(0) : view.getUint32(0)
    default:
      return Number(isSigned ? view.getBigInt64(0) : view.getBigUint64(0))
  }
}

function writeNumber(value: number, shape: Shape): Uint8Array | null {
  const { family, sizeBytes } = shape
  const bytes = new Uint8Array(sizeBytes)
  const view = new DataView(bytes.buffer)
  if (family === 'f') {
    if (sizeBytes === 4) view.setFloat32(0, value)
    else view.setFloat64(0, value)
  } else {
    if (!Number.isInteger(value)) return null
    const digits = family === 'bcd' ? decimalDigits(value, sizeBytes) : BigInt(value)
    if (digits === null || digits !== wrapped(digits, family, sizeBytes)) return null
    const unsigned = BigInt.asUintN(8 * sizeBytes, digits)
    for (let index = 0; index < sizeBytes; index++) {
      bytes[index] = Number((unsigned >> BigInt(8 * (sizeBytes - 1 - index))) & 0xffn)
    }
  }
  return shape.order ? reordered(bytes, shape.order) : bytes
}

function wrapped(value: bigint, family: Shape['family'], sizeBytes: number): bigint {
  return family === 'i' ? BigInt.asIntN(8 * sizeBytes, value) : BigInt.asUintN(8 * sizeBytes, value)
}

function readDecimalDigits(bytes: Uint8Array): number | null {
  const text = hexText(bytes)
  return /^\d+$/.test(text) ? Number(text) : null
}

function decimalDigits(value: number, sizeBytes: number): bigint | null {
  const text = String(value)
  return /^\d+$/.test(text) && text.length <= 2 * sizeBytes ? BigInt(`0x${text}`) : null
}

function decodeAscii(slice: Uint8Array): RawValue {
  // Makers fill the rest of a name with zeros.
  const text = String.fromCharCode(...slice).replace(/\0+$/, '')
  return /^[\x20-\x7e]*$/.test(text) ? { kind: 'text', text } : MALFORMED
}

function reordered(bytes: Uint8Array, order: readonly number[]): Uint8Array {
  return Uint8Array.from(order, (place) => bytes[place] as number)
}

function bigEndian(slice: Uint8Array): number {
  return slice.reduce((word, byte) => (word << 8) | byte, 0)
}

function hexText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join('')
}
