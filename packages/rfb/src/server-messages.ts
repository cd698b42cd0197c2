import { encoding } from './encoding'
import { type Framebuffer, PIXEL_BYTES } from './framebuffer'
import { InflateStream } from './inflate-stream'
import { MAX_CUT_TEXT_BYTES, serverMessage } from './message-type'
import type { Rectangle } from './rectangle'
import { RfbError } from './rfb-error'
import { type Steps, StepwiseReader, skipBytes } from './stepwise-reader'
import { drawZrle, MAX_ZRLE_BYTES, maxTileBytes, maxZrleBytes } from './zrle'

/** What a server's bytes did. */
export type ServerEvent =
  /** These pixels are drawn. */
  | { readonly kind: 'rectangle'; readonly rectangle: Rectangle }
  | { readonly kind: 'resized'; readonly width: number; readonly height: number }
  /** An update is complete: the next one may be requested. */
  | { readonly kind: 'updated' }
  | { readonly kind: 'bell' }

/** What a client that reads with {@link ServerMessages} lists in its SetEncodings, the best first. */
export const readableEncodings: readonly number[] = [
  encoding.zrle,
  encoding.copyRect,
  encoding.raw,
  encoding.desktopSize,
]

const COLOUR_BYTES = 6
/** As many rows of raw pixels as fit in here are drawn at a time. */
const ROWS_BYTES = 64 * 1024

/**
 * Draws what a server sends behind the handshake (RFC 6143, 7.6 to 7.8) into a framebuffer. The client must have
 * requested {@link rgbxFormat} of `pixel-format.ts` and no encodings but {@link readableEncodings}. Cut text and tables
 * of colours are skipped. Its errors: `message`, `rectangle`, `encoding`, `length`, `compression`, `tile`, `screen`.
 */
export class ServerMessages {
  readonly #framebuffer: Framebuffer
  readonly #reader: StepwiseReader<never>
  readonly #zlib = new InflateStream()
  #events: ServerEvent[] = []

  /** @param framebuffer as large as the server's screen is at first; it follows its size */
  constructor(framebuffer: Framebuffer) {
    this.#framebuffer = framebuffer
    this.#reader = new StepwiseReader(this.#readMessages(), MAX_ZRLE_BYTES)
  }

  /**
   * @returns what became complete with these bytes, in order
   * @throws RfbError what is wrong with the server; what its bytes before had drawn stays
   */
  push(chunk: Uint8Array): readonly ServerEvent[] {
    this.#reader.push(chunk)
    const events = this.#events
    this.#events = []
    return events
  }

  *#readMessages(): Steps<never> {
    for (;;) {
      const type = (yield 1).readUInt8()
      if (type === serverMessage.framebufferUpdate) yield* this.#readUpdate()
      else if (type === serverMessage.setColourMapEntries) yield* skipColours()
      else if (type === serverMessage.bell) this.#events.push({ kind: 'bell' })
      else if (type === serverMessage.serverCutText) yield* skipCutText()
      else throw new RfbError('message', `a message of the unknown type ${type} from the server`)
    }
  }

  *#readUpdate(): Steps<void> {
    const count = (yield 3).readUInt16BE(1)
    for (let turn = 0; turn < count; turn++) yield* this.#readRectangle()
    this.#events.push({ kind: 'updated' })
  }

  *#readRectangle(): Steps<void> {
    const header = yield 12
    const rectangle = {
      x: header.readUInt16BE(0),
      y: header.readUInt16BE(2),
      width: header.readUInt16BE(4),
      height: header.readUInt16BE(6),
    }
    const code = header.readInt32BE(8)
    if (code === encoding.desktopSize) {
      const { width, height } = rectangle
      const isChanged = this.#framebuffer.resize({ width, height })
      if (isChanged) this.#events.push({ kind: 'resized', width, height })
      return
    }
    this.#framebuffer.check(rectangle)
    if (code === encoding.raw) yield* this.#readRaw(rectangle)
    else if (code === encoding.copyRect) yield* this.#readCopy(rectangle)
    else if (code === encoding.zrle) yield* this.#readZrle(rectangle)
    else throw new RfbError('encoding', `a rectangle of the encoding ${code}`)
    this.#events.push({ kind: 'rectangle', rectangle })
  }

  *#readRaw(rectangle: Rectangle): Steps<void> {
    const { x, y, width, height } = rectangle
    const rowBytes = width * PIXEL_BYTES
    const most = Math.max(1, Math.floor(ROWS_BYTES / Math.max(1, rowBytes)))
    for (let row = 0; row < height; row += most) {
      const rows = { x, y: y + row, width, height: Math.min(most, height - row) }
      this.#framebuffer.writeRows(rows, yield rows.height * rowBytes)
    }
    this.#framebuffer.markChanged(rectangle)
  }

  *#readCopy(rectangle: Rectangle): Steps<void> {
    const source = yield 4
    this.#framebuffer.copyRectangle(rectangle, source.readUInt16BE(0), source.readUInt16BE(2))
  }

  *#readZrle(rectangle: Rectangle): Steps<void> {
    const length = (yield 4).readUInt32BE()
    if (length > maxZrleBytes(rectangle)) {
      throw new RfbError('length', `${length} bytes for ${rectangle.width}×${rectangle.height} pixels`)
    }
    const tiles = this.#zlib.inflate(yield length, maxTileBytes(rectangle))
    drawZrle(tiles, rectangle, this.#framebuffer.words, this.#framebuffer.width)
    this.#framebuffer.markChanged(rectangle)
  }
}

/** Servers may send them although true colour was requested; they mean nothing then. */
function* skipColours(): Steps<void> {
  const count = (yield 5).readUInt16BE(3)
  yield* skipBytes(count * COLOUR_BYTES)
}

function* skipCutText(): Steps<void> {
  const length = (yield 7).readUInt32BE(3)
  if (length > MAX_CUT_TEXT_BYTES) throw new RfbError('length', `a cut text of ${length} bytes`)
  yield* skipBytes(length)
}
