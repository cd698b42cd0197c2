import { decodePixelFormat, encodePixelFormat, PIXEL_FORMAT_BYTES, type PixelFormat } from './pixel-format'
import { isScreenSize, type ScreenSize } from './rectangle'
import { RfbError } from './rfb-error'

/** How a server states its screen (RFC 6143, 7.3.2). */
export interface ServerInit extends ScreenSize {
  readonly format: PixelFormat
  readonly name: string
}

/** Width, height, format, length of the name. */
export const SERVER_INIT_BYTES = 4 + PIXEL_FORMAT_BYTES + 4
export const MAX_NAME_BYTES = 1024

/** @param init its name is cut where it has more than 1 KiB of UTF-8 */
export function encodeServerInit(init: ServerInit): Buffer {
  const name = Buffer.from(init.name, 'utf8').subarray(0, MAX_NAME_BYTES)
  const bytes = Buffer.alloc(SERVER_INIT_BYTES)
  bytes.writeUInt16BE(init.width, 0)
  bytes.writeUInt16BE(init.height, 2)
  encodePixelFormat(init.format).copy(bytes, 4)
  bytes.writeUInt32BE(name.length, SERVER_INIT_BYTES - 4)
  return Buffer.concat([bytes, name])
}

/**
 * @param fixed the part before the name
 * @throws RfbError `screen`, `pixel_format`
 */
export function decodeServerInit(fixed: Buffer): Omit<ServerInit, 'name'> {
  const size = { width: fixed.readUInt16BE(0), height: fixed.readUInt16BE(2) }
  if (!isScreenSize(size)) throw new RfbError('screen', `a screen of ${size.width}×${size.height}`)
  return { ...size, format: decodePixelFormat(fixed.subarray(4, 4 + PIXEL_FORMAT_BYTES)) }
}
