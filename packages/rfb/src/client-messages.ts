import { clientMessage } from './message-type'
import { encodePixelFormat, PIXEL_FORMAT_BYTES, type PixelFormat } from './pixel-format'
import type { Rectangle } from './rectangle'

/** Bits of the mask of a pointer event (RFC 6143, 7.5.5); turning the wheel presses and releases its bit. */
export const pointerButton = { left: 1, middle: 2, right: 4, wheelUp: 8, wheelDown: 16 } as const

/** How pixels shall be sent from now on (RFC 6143, 7.5.1). */
export function encodeSetPixelFormat(format: PixelFormat): Buffer {
  const bytes = Buffer.alloc(4 + PIXEL_FORMAT_BYTES)
  bytes[0] = clientMessage.setPixelFormat
  encodePixelFormat(format).copy(bytes, 4)
  return bytes
}

/** What rectangles may be, the best first (RFC 6143, 7.5.2). */
export function encodeSetEncodings(encodings: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 + 4 * encodings.length)
  bytes[0] = clientMessage.setEncodings
  bytes.writeUInt16BE(encodings.length, 2)
  for (const [index, code] of encodings.entries()) bytes.writeInt32BE(code, 4 + 4 * index)
  return bytes
}

/**
 * A request for one update (RFC 6143, 7.5.3).
 * @param isIncremental true: only what changes, and not before something does; false: all of it now
 */
export function encodeUpdateRequest(isIncremental: boolean, { x, y, width, height }: Rectangle): Buffer {
  const bytes = Buffer.alloc(10)
  bytes[0] = clientMessage.framebufferUpdateRequest
  bytes[1] = isIncremental ? 1 : 0
  for (const [index, value] of [x, y, width, height].entries()) bytes.writeUInt16BE(value, 2 + 2 * index)
  return bytes
}

/** A key goes down or up (RFC 6143, 7.5.4). @param keysym as `keysyms.ts` has them */
export function encodeKeyEvent(keysym: number, isDown: boolean): Buffer {
  const bytes = Buffer.alloc(8)
  bytes[0] = clientMessage.keyEvent
  bytes[1] = isDown ? 1 : 0
  bytes.writeUInt32BE(keysym, 4)
  return bytes
}

/** Where the pointer is, and which buttons are down (RFC 6143, 7.5.5). @param buttons {@link pointerButton}s, added */
export function encodePointerEvent(buttons: number, x: number, y: number): Buffer {
  const bytes = Buffer.alloc(6)
  bytes[0] = clientMessage.pointerEvent
  bytes[1] = buttons
  bytes.writeUInt16BE(x, 2)
  bytes.writeUInt16BE(y, 4)
  return bytes
}
