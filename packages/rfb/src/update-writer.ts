import type { ClientEvent } from './client-message-reader'
import { DeflateStream } from './deflate-stream'
import type { DirtyRegion } from './dirty-region'
import { encoding } from './encoding'
import type { Framebuffer } from './framebuffer'
import { convertPixels, type PixelFormat, rgbxFormat } from './pixel-format'
import { common, type Rectangle, type ScreenSize, wholeOf } from './rectangle'
import { RfbError } from './rfb-error'
import { type EncodedRectangle, encodeDesktopSize, encodeUpdate } from './update-message'

/** Fewer bytes are not worth a call of zlib. */
const MIN_DEFLATED_BYTES = 256
/**
 * More pixels than these are sent with the next updates: to compress so many takes some 20 ms, in which a server does
 * nothing else. No row of a screen is longer.
 */
const MAX_UPDATE_PIXELS = 512 * 1024

/**
 * The updates of a framebuffer for one client of ours, in its pixel format. Of what it lists, Zlib is used and else Raw:
 * noVNC reads Zlib with one call for each rectangle, whereas ZRLE costs it one for each run, and us an analysis of each
 * tile.
 */
export class UpdateWriter {
  readonly #framebuffer: Framebuffer
  readonly #region: DirtyRegion
  readonly #zlib = new DeflateStream()
  #format: PixelFormat = rgbxFormat
  #encodings: ReadonlySet<number> = new Set()
  #isRequested = false
  /** What the client knows as the size of the screen. */
  #size: ScreenSize

  /** @param framebuffer as large as ServerInit stated; its format there must have been {@link rgbxFormat} */
  constructor(framebuffer: Framebuffer) {
    this.#framebuffer = framebuffer
    this.#region = framebuffer.track()
    this.#size = sizeOf(framebuffer)
  }

  /**
   * Takes what is about updates; keys and pointer are not.
   * @throws RfbError `pixel_format` for a table of colours
   */
  take(event: ClientEvent): void {
    if (event.kind === 'pixelFormat') {
      if (!event.format.isTrueColour)
        throw new RfbError('pixel_format', 'the client wants a table of colours')
      this.#format = event.format
    } else if (event.kind === 'encodings') {
      this.#encodings = new Set(event.encodings)
    } else if (event.kind === 'updateRequest') {
      this.#isRequested = true
      const part = common(event.rectangle, wholeOf(this.#framebuffer))
      if (!event.isIncremental && part !== null) this.#region.add(part)
    }
  }

  /**
   * The update for which the client waits; to be called after each event of the client and each change of the
   * framebuffer. It has up to half a million pixels. What has changed is sent wherever on the screen it is: a client may request a part and be sent more.
   * @returns null where it has requested none, or nothing has changed
   */
  next(): Buffer | null {
    if (!this.#isRequested) return null
    if (this.#isResized() && this.#encodings.has(encoding.desktopSize)) {
      this.#isRequested = false
      this.#size = sizeOf(this.#framebuffer)
      return encodeDesktopSize(this.#size)
    }
    // a client that cannot follow a new size sees what fits into the one it knows
    if (this.#isResized()) this.#region.clip(wholeOf(this.#size))
    if (this.#region.isEmpty) return null
    this.#isRequested = false
    return encodeUpdate(this.#takePart().map((rectangle) => this.#encode(rectangle)))
  }

  /** The client is gone: its view of what changed is not kept up any more. */
  close(): void {
    this.#framebuffer.untrack(this.#region)
  }

  /** Of what changed as much as one update has; the rest stays to be sent. */
  #takePart(): Rectangle[] {
    const part: Rectangle[] = []
    let left = MAX_UPDATE_PIXELS
    for (const rectangle of this.#region.take()) {
      const rows = Math.min(rectangle.height, Math.floor(left / rectangle.width))
      if (rows > 0) part.push({ ...rectangle, height: rows })
      this.#region.add({ ...rectangle, y: rectangle.y + rows, height: rectangle.height - rows })
      left -= rows * rectangle.width
    }
    return part
  }

  #isResized(): boolean {
    return this.#size.width !== this.#framebuffer.width || this.#size.height !== this.#framebuffer.height
  }

  #encode(rectangle: Rectangle): EncodedRectangle {
    const pixels = convertPixels(this.#framebuffer.readRectangle(rectangle), this.#format)
    if (pixels.length < MIN_DEFLATED_BYTES || !this.#encodings.has(encoding.zlib)) {
      return { rectangle, encoding: encoding.raw, body: [pixels] }
    }
    const piece = this.#zlib.deflate(pixels)
    const length = Buffer.alloc(4)
    length.writeUInt32BE(piece.length)
    return { rectangle, encoding: encoding.zlib, body: [length, piece] }
  }
}

function sizeOf({ width, height }: Framebuffer): ScreenSize {
  return { width, height }
}
