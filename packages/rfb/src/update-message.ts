import { encoding } from './encoding'
import { serverMessage } from './message-type'
import type { Rectangle, ScreenSize } from './rectangle'

/** A rectangle with its bytes. */
export interface EncodedRectangle {
  readonly rectangle: Rectangle
  /** One of `encoding.ts`. */
  readonly encoding: number
  /** What follows on the header. */
  readonly body: readonly Uint8Array[]
}

/** A FramebufferUpdate (RFC 6143, 7.6.1). @param rectangles up to 65,535 */
export function encodeUpdate(rectangles: readonly EncodedRectangle[]): Buffer {
  const head = Buffer.alloc(4)
  head[0] = serverMessage.framebufferUpdate
  head.writeUInt16BE(rectangles.length, 2)
  return Buffer.concat([head, ...rectangles.flatMap(bytesOf)])
}

/** The screen has a new size from here on (RFC 6143, 7.8.2); pixels come in the updates after it. */
export function encodeDesktopSize({ width, height }: ScreenSize): Buffer {
  const rectangle = { x: 0, y: 0, width, height }
  return encodeUpdate([{ rectangle, encoding: encoding.desktopSize, body: [] }])
}

function bytesOf({ rectangle, encoding: code, body }: EncodedRectangle): Uint8Array[] {
  const head = Buffer.alloc(12)
  const { x, y, width, height } = rectangle
  for (const [index, value] of [x, y, width, height].entries()) head.writeUInt16BE(value, 2 * index)
  head.writeInt32BE(code, 8)
  return [head, ...body]
}
