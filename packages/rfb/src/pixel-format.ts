import { RfbError } from './rfb-error'

/** How a pixel travels (RFC 6143, 7.4). */
export interface PixelFormat {
  readonly bitsPerPixel: 8 | 16 | 32
  /** How many of the bits mean something. */
  readonly depth: number
  readonly isBigEndian: boolean
  /** False where pixels are places in a table of colours; the fields below mean nothing then. */
  readonly isTrueColour: boolean
  readonly redMax: number
  readonly greenMax: number
  readonly blueMax: number
  readonly redShift: number
  readonly greenShift: number
  readonly blueShift: number
}

export const PIXEL_FORMAT_BYTES = 16

/**
 * Red, green, blue and one byte without meaning, in this order: how the framebuffer keeps pixels, and what noVNC
 * requests of its servers.
 */
export const rgbxFormat: PixelFormat = {
  bitsPerPixel: 32,
  depth: 24,
  isBigEndian: false,
  isTrueColour: true,
  redMax: 255,
  greenMax: 255,
  blueMax: 255,
  redShift: 0,
  greenShift: 8,
  blueShift: 16,
}

/** The 16 bytes of a format. */
export function encodePixelFormat(format: PixelFormat): Buffer {
  const bytes = Buffer.alloc(PIXEL_FORMAT_BYTES)
  bytes[0] = format.bitsPerPixel
  bytes[1] = format.depth
  bytes[2] = format.isBigEndian ? 1 : 0
  bytes[3] = format.isTrueColour ? 1 : 0
  bytes.writeUInt16BE(format.redMax, 4)
  bytes.writeUInt16BE(format.greenMax, 6)
  bytes.writeUInt16BE(format.blueMax, 8)
  bytes[10] = format.redShift
  bytes[11] = format.greenShift
  bytes[12] = format.blueShift
  return bytes
}

/**
 * @param bytes 16 of them
 * @throws RfbError `pixel_format` for sizes of pixels that do not exist, and colours that do not fit into their pixel
 */
export function decodePixelFormat(bytes: Buffer): PixelFormat {
  const bitsPerPixel = bytes.readUInt8(0)
  if (bitsPerPixel !== 8 && bitsPerPixel !== 16 && bitsPerPixel !== 32) {
    throw new RfbError('pixel_format', `pixels of ${bitsPerPixel} bits`)
  }
  const format: PixelFormat = {
    bitsPerPixel,
    depth: bytes.readUInt8(1),
    isBigEndian: bytes.readUInt8(2) !== 0,
    isTrueColour: bytes.readUInt8(3) !== 0,
    redMax: bytes.readUInt16BE(4),
    greenMax: bytes.readUInt16BE(6),
    blueMax: bytes.readUInt16BE(8),
    redShift: bytes.readUInt8(10),
    greenShift: bytes.readUInt8(11),
    blueShift: bytes.readUInt8(12),
  }
  if (format.depth < 1 || format.depth > bitsPerPixel) {
    throw new RfbError('pixel_format', `depth ${format.depth} of ${bitsPerPixel} bits`)
  }
  if (format.isTrueColour) checkColours(format)
  return format
}

function checkColours(format: PixelFormat): void {
  const colours = [
    [format.redMax, format.redShift],
    [format.greenMax, format.greenShift],
    [format.blueMax, format.blueShift],
  ] as const
  for (const [max, shift] of colours) {
    // a power of 2 and not a shift: operators on bits know 32 of them alone
    if (max === 0 || max * 2 ** shift >= 2 ** format.bitsPerPixel) {
      throw new RfbError('pixel_format', `a colour up to ${max} at bit ${shift} of ${format.bitsPerPixel}`)
    }
  }
}

/** The same bytes, but for those that mean nothing. */
function isSamePixelFormat(one: PixelFormat, other: PixelFormat): boolean {
  return encodePixelFormat(one).equals(encodePixelFormat(other))
}

/**
 * Pixels of the framebuffer as a client with another format wants them.
 * @param rgbx red, green, blue and one more byte for each pixel
 * @param format true colour
 * @throws RfbError `pixel_format` for a table of colours
 */
export function convertPixels(rgbx: Uint8Array, format: PixelFormat): Uint8Array {
  if (!format.isTrueColour) throw new RfbError('pixel_format', 'a table of colours')
  if (isSamePixelFormat(format, rgbxFormat)) return rgbx
  const { bitsPerPixel, isBigEndian, redShift, greenShift, blueShift } = format
  const [reds, greens, blues] = [format.redMax, format.greenMax, format.blueMax].map(levels) as [
    Uint16Array,
    Uint16Array,
    Uint16Array,
  ]
  const pixelBytes = bitsPerPixel / 8
  const converted = Buffer.alloc((rgbx.length / 4) * pixelBytes)
  for (let from = 0, to = 0; from < rgbx.length; from += 4, to += pixelBytes) {
    const pixel =
      (((reds[rgbx[from] as number] as number) << redShift) |
        ((greens[rgbx[from + 1] as number] as number) << greenShift) |
        ((blues[rgbx[from + 2] as number] as number) << blueShift)) >>>
      0
    if (pixelBytes === 1) converted[to] = pixel
    else if (pixelBytes === 2 && isBigEndian) converted.writeUInt16BE(pixel, to)
    else if (pixelBytes === 2) converted.writeUInt16LE(pixel, to)
    else if (isBigEndian) converted.writeUInt32BE(pixel, to)
    else converted.writeUInt32LE(pixel, to)
  }
  return converted
}

/** Each of the 256 levels of a colour on a scale up to another maximum, rounded to the nearest. */
function levels(max: number): Uint16Array {
  return Uint16Array.from({ length: 256 }, (_, level) => Math.round((level * max) / 255))
}
