import { DirtyRegion } from './dirty-region'
import { isScreenSize, isWithin, type Rectangle, type ScreenSize, wholeOf } from './rectangle'
import { RfbError } from './rfb-error'

export const PIXEL_BYTES = 4
/** Black, with the fourth byte as it always is. */
const BLACK = 0xff000000

/**
 * The picture of a remote screen: red, green, blue and 255 for each pixel, row by row from the top. The fourth byte
 * means nothing in RFB; being 255 makes the bytes RGBA for whoever takes that.
 */
export class Framebuffer {
  #size: ScreenSize
  #words: Uint32Array
  readonly #regions = new Set<DirtyRegion>()

  /** A black screen. @throws RfbError `screen` where it would have no or too many pixels */
  constructor(size: ScreenSize) {
    this.#words = blackWords(size)
    this.#size = { width: size.width, height: size.height }
  }

  get width(): number {
    return this.#size.width
  }

  get height(): number {
    return this.#size.height
  }

  /**
   * A pixel each, as Node's machines (all little endian) read its four bytes. Whoever writes here calls
   * {@link markChanged} then; after a change of size it is another array.
   */
  get words(): Uint32Array {
    return this.#words
  }

  /** The same memory as bytes. */
  get bytes(): Uint8Array {
    return bytesOf(this.#words)
  }

  /** @throws RfbError `rectangle` where it is not within the screen */
  check(rectangle: Rectangle): void {
    if (isWithin(rectangle, wholeOf(this.#size))) return
    const { x, y, width, height } = rectangle
    throw new RfbError(
      'rectangle',
      `${width}×${height} at ${x},${y} is not on a screen of ${this.width}×${this.height}`,
    )
  }

  /**
   * @param pixels four bytes each, row by row; the fourth byte does not count
   * @throws RfbError `rectangle` where it is not within the screen, or the pixels are not as many as it has
   */
  setRectangle(rectangle: Rectangle, pixels: Uint8Array): void {
    this.check(rectangle)
    if (pixels.length !== rectangle.width * rectangle.height * PIXEL_BYTES) {
      throw new RfbError('rectangle', `${pixels.length} bytes for ${rectangle.width}×${rectangle.height}`)
    }
    this.writeRows(rectangle, pixels)
    this.markChanged(rectangle)
  }

  /**
   * Sets pixels without marking them as changed, for rectangles that arrive bit by bit.
   * @param rows within the screen, as wide as the pixels say
   */
  writeRows(rows: Rectangle, pixels: Uint8Array): void {
    const { x, y, width, height } = rows
    const { bytes } = this
    for (let row = 0; row < height; row++) {
      const first = (y + row) * this.width + x
      bytes.set(
        pixels.subarray(row * width * PIXEL_BYTES, (row + 1) * width * PIXEL_BYTES),
        first * PIXEL_BYTES,
      )
      for (let place = first; place < first + width; place++) {
        this.#words[place] = (this.#words[place] as number) | BLACK
      }
    }
  }

  /**
   * Moves what is on the screen; where source and target overlap, the source is what was there before (RFC 6143, 7.7.2).
   * @throws RfbError `rectangle` where source or target is not within the screen
   */
  copyRectangle(target: Rectangle, fromX: number, fromY: number): void {
    this.check(target)
    this.check({ ...target, x: fromX, y: fromY })
    for (let turn = 0; turn < target.height; turn++) {
      // downwards the last row goes first, so that no row is overwritten before it has moved
      const row = fromY < target.y ? target.height - 1 - turn : turn
      const from = (fromY + row) * this.width + fromX
      this.#words.copyWithin((target.y + row) * this.width + target.x, from, from + target.width)
    }
    this.markChanged(target)
  }

  /**
   * Keeps what both sizes have in common, the rest is black; all counts as changed. Servers also state the size that the
   * screen has already: that changes nothing.
   * @returns if it has changed
   * @throws RfbError `screen` where it would have no or too many pixels; nothing has changed then
   */
  resize(size: ScreenSize): boolean {
    if (size.width === this.width && size.height === this.height) return false
    const words = blackWords(size)
    const width = Math.min(size.width, this.width)
    for (let row = 0; row < Math.min(size.height, this.height); row++) {
      const from = row * this.width
      words.set(this.#words.subarray(from, from + width), row * size.width)
    }
    this.#words = words
    this.#size = { width: size.width, height: size.height }
    for (const region of this.#regions) region.addWhole(size)
    return true
  }

  /**
   * A copy of the pixels of a rectangle, four bytes each, row by row.
   * @throws RfbError `rectangle` where it is not within the screen
   */
  readRectangle(rectangle: Rectangle): Uint8Array {
    this.check(rectangle)
    const { x, y, width, height } = rectangle
    const words = new Uint32Array(width * height)
    for (let row = 0; row < height; row++) {
      const from = (y + row) * this.width + x
      words.set(this.#words.subarray(from, from + width), row * width)
    }
    return bytesOf(words)
  }

  /** What changes from now on, for one reader; at first that is all. */
  track(): DirtyRegion {
    const region = new DirtyRegion()
    region.addWhole(this.#size)
    this.#regions.add(region)
    return region
  }

  untrack(region: DirtyRegion): void {
    this.#regions.delete(region)
  }

  /** @param rectangle within the screen */
  markChanged(rectangle: Rectangle): void {
    for (const region of this.#regions) region.add(rectangle)
  }
}

function blackWords(size: ScreenSize): Uint32Array {
  if (!isScreenSize(size)) throw new RfbError('screen', `a screen of ${size.width}×${size.height}`)
  return new Uint32Array(size.width * size.height).fill(BLACK)
}

function bytesOf(words: Uint32Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength)
}
