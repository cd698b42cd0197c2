const MARKER = 0xff
const START_OF_IMAGE = 0xd8
const END_OF_IMAGE = 0xd9
const START_OF_SCAN = 0xda
/** Frames of all ways of coding; the three between them are tables. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

export interface JpegFrame {
  readonly width: number
  readonly height: number
}

/**
 * Size of a whole JPEG by its header (ITU-T T.81, B.2), before anything makes room for its pixels.
 * @returns `null` where it is none, or ends too soon
 */
export function readJpegFrame(bytes: Uint8Array): JpegFrame | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes[0] !== MARKER || bytes[1] !== START_OF_IMAGE || !hasEnd(bytes)) return null
  let frame: JpegFrame | null = null
  for (let at = 2; at + 4 <= bytes.length; ) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== MARKER) return null
    if (marker === MARKER) {
      at++
      continue
    }
    if (marker === START_OF_SCAN) return frame
    const length = view.getUint16(at + 2)
    if (length < 2) return null
    if (isFrame(marker)) {
      if (length < 8 || at + 9 > bytes.length) return null
      frame = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
      if (frame.width === 0 || frame.height === 0) return null
    }
    at += 2 + length
  }
  return null
}

/** Cameras fill what is left of their buffer up behind the end. */
function hasEnd(bytes: Uint8Array): boolean {
  let last = bytes.length - 1
  while (last > 0 && bytes[last] === 0) last--
  return bytes[last] === END_OF_IMAGE && bytes[last - 1] === MARKER
}
