import { MAX_SCREEN_PIXELS, type Rectangle, type ScreenSize } from './rectangle'
import { RfbError } from './rfb-error'

/** Tiles go from left to right and then down (RFC 6143, 7.7.6). */
const TILE_SIDE = 64
/**
 * Pixels of 32 bits whose colours are in the lower 24 travel as these three bytes (CPIXEL). In our format they are red,
 * green and blue.
 */
const CPIXEL_BYTES = 3
const OPAQUE = 0xff000000
const MAX_PALETTE = 127
/** Kinds of tiles; those between are palettes of so many colours, packed or with runs. */
const RAW = 0
const SOLID = 1
const MAX_PACKED_PALETTE = 16
const RUNS = 128
const MIN_PALETTE_RUNS = 130

/** The most bytes that the tiles of a rectangle can need before they are compressed. */
export function maxTileBytes({ width, height }: ScreenSize): number {
  let bytes = 0
  for (let y = 0; y < height; y += TILE_SIDE) {
    for (let x = 0; x < width; x += TILE_SIDE) {
      const pixels = Math.min(TILE_SIDE, width - x) * Math.min(TILE_SIDE, height - y)
      // the longest of all kinds: every run has one pixel, with its colour or its place in the largest palette
      const runs = 1 + pixels * (CPIXEL_BYTES + 1)
      const paletteRuns = 1 + MAX_PALETTE * CPIXEL_BYTES + pixels * 2
      bytes += Math.max(runs, paletteRuns)
    }
  }
  return bytes
}

/** The most bytes that a rectangle can need when it is compressed: zlib makes what it cannot shorten hardly longer. */
export function maxZrleBytes(size: ScreenSize): number {
  const bytes = maxTileBytes(size)
  return bytes + (bytes >> 3) + 1024
}

/** No rectangle within a screen needs more: 4 bytes and a half for each pixel, and the palettes of 3,600 tiles. */
export const MAX_ZRLE_BYTES = 5 * MAX_SCREEN_PIXELS + 1024 * 1024

/**
 * Draws the tiles of a rectangle (RFC 6143, 7.7.6).
 * @param tiles the inflated bytes
 * @param rectangle within the screen
 * @param words the screen, a pixel each
 * @param stride pixels from one row of the screen to the next
 * @throws RfbError `tile` where the bytes are not exactly its tiles
 */
export function drawZrle(tiles: Buffer, rectangle: Rectangle, words: Uint32Array, stride: number): void {
  const reader = new TileReader(tiles)
  const right = rectangle.x + rectangle.width
  const bottom = rectangle.y + rectangle.height
  const pixels = new Uint32Array(TILE_SIDE * TILE_SIDE)
  for (let y = rectangle.y; y < bottom; y += TILE_SIDE) {
    const height = Math.min(TILE_SIDE, bottom - y)
    for (let x = rectangle.x; x < right; x += TILE_SIDE) {
      const width = Math.min(TILE_SIDE, right - x)
      reader.readTile(pixels, width, height)
      for (let row = 0; row < height; row++) {
        words.set(pixels.subarray(row * width, (row + 1) * width), (y + row) * stride + x)
      }
    }
  }
  reader.finish()
}

class TileReader {
  readonly #bytes: Buffer
  readonly #palette = new Uint32Array(MAX_PALETTE)
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  finish(): void {
    const left = this.#bytes.length - this.#at
    if (left > 0) throw new RfbError('tile', `${left} bytes behind the last tile`)
  }

  readTile(pixels: Uint32Array, width: number, height: number): void {
    const kind = this.#readByte()
    const count = width * height
    if (kind === RAW) this.#readPixels(pixels, count)
    else if (kind === SOLID) pixels.fill(this.#readPixel(), 0, count)
    else if (kind <= MAX_PACKED_PALETTE) this.#readPacked(pixels, width, height, kind)
    else if (kind === RUNS) this.#readRuns(pixels, count)
    else if (kind >= MIN_PALETTE_RUNS) this.#readPaletteRuns(pixels, count, kind - RUNS)
    else throw new RfbError('tile', `a tile of the unknown kind ${kind}`)
  }

  #readPixels(pixels: Uint32Array, count: number): void {
    const bytes = this.#bytes
    let at = this.#advance(count * CPIXEL_BYTES)
    for (let place = 0; place < count; place++, at += CPIXEL_BYTES) {
      pixels[place] =
        OPAQUE | ((bytes[at + 2] as number) << 16) | ((bytes[at + 1] as number) << 8) | (bytes[at] as number)
    }
  }

  /** Places in the palette as 1, 2 or 4 bits, the first in the highest; each row begins with a whole byte. */
  #readPacked(pixels: Uint32Array, width: number, height: number, size: number): void {
    this.#readPixels(this.#palette, size)
    const bits = size === 2 ? 1 : size <= 4 ? 2 : 4
    const mask = (1 << bits) - 1
    let place = 0
    for (let row = 0; row < height; row++) {
      let at = this.#advance(Math.ceil((width * bits) / 8))
      let shift = 8 - bits
      for (let column = 0; column < width; column++) {
        const index = ((this.#bytes[at] as number) >> shift) & mask
        pixels[place++] = this.#colour(index, size)
        shift -= bits
        if (shift < 0) {
          shift = 8 - bits
          at++
        }
      }
    }
  }

  #readRuns(pixels: Uint32Array, count: number): void {
    for (let place = 0; place < count; ) {
      const pixel = this.#readPixel()
      place = this.#fillRun(pixels, place, count, pixel)
    }
  }

  /** A place in the palette is one pixel; with its highest bit set, a run of it. */
  #readPaletteRuns(pixels: Uint32Array, count: number, size: number): void {
    this.#readPixels(this.#palette, size)
    for (let place = 0; place < count; ) {
      const byte = this.#readByte()
      const pixel = this.#colour(byte & 0x7f, size)
      if (byte & 0x80) place = this.#fillRun(pixels, place, count, pixel)
      else pixels[place++] = pixel
    }
  }

  /** The length of a run is one more than the sum of its bytes, of which the last one alone is not 255. */
  #fillRun(pixels: Uint32Array, start: number, count: number, pixel: number): number {
    let end = start + 1
    let byte = 255
    while (byte === 255) {
      byte = this.#readByte()
      end += byte
      if (end > count) throw new RfbError('tile', 'a run is longer than its tile')
    }
    pixels.fill(pixel, start, end)
    return end
  }

  #colour(index: number, size: number): number {
    if (index >= size) throw new RfbError('tile', `colour ${index} of a palette of ${size}`)
    return this.#palette[index] as number
  }

  #readPixel(): number {
    const at = this.#advance(CPIXEL_BYTES)
    return (OPAQUE | this.#bytes.readUIntLE(at, CPIXEL_BYTES)) >>> 0
  }

  #readByte(): number {
    return this.#bytes[this.#advance(1)] as number
  }

  /** @returns where the next bytes are, after making sure that they are there */
  #advance(count: number): number {
    const at = this.#at
    if (at + count > this.#bytes.length) throw new RfbError('tile', 'the bytes end within a tile')
    this.#at = at + count
    return at
  }
}
