import { joined, lettersAt, type Picture, viewOf } from './picture'

const HEAD_BYTES = 12
const CHUNK_HEAD_BYTES = 8
const KEPT = ['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']
/** Of an extended header: there is Exif, there is XMP. */
const METADATA_FLAGS = 0x08 | 0x04
const LOSSLESS_SIGNATURE = 0x2f
const FOURTEEN_BITS = 0x3fff

/** A WebP (RFC 9649) without Exif, XMP and unknown chunks. @returns `null` where it is not whole */
export function readWebp(bytes: Uint8Array): Picture | null {
  const view = viewOf(bytes)
  if (bytes.length < HEAD_BYTES + CHUNK_HEAD_BYTES) return null
  const end = view.getUint32(4, true) + CHUNK_HEAD_BYTES
  if (end > bytes.length) return null
  const kept: Uint8Array[] = []
  let size: Pick<Picture, 'width' | 'height'> | null = null
  let hasPicture = false
  for (let at = HEAD_BYTES; at + CHUNK_HEAD_BYTES <= end; ) {
    const type = lettersAt(bytes, at)
    const length = view.getUint32(at + 4, true)
    const next = at + CHUNK_HEAD_BYTES + length + (length % 2)
    if (next > end) return null
    const chunk = bytes.slice(at, next)
    size ??= sizeOf(type, chunk)
    hasPicture ||= type === 'VP8 ' || type === 'VP8L' || type === 'ANMF'
    if (type === 'VP8X') chunk[CHUNK_HEAD_BYTES] = (chunk[CHUNK_HEAD_BYTES] ?? 0) & ~METADATA_FLAGS
    if (KEPT.includes(type)) kept.push(chunk)
    at = next
  }
  if (size === null || !hasPicture) return null
  const content = joined(kept)
  const head = bytes.slice(0, HEAD_BYTES)
  viewOf(head).setUint32(4, content.length + 4, true)
  return { type: 'image/webp', ...size, bytes: joined([head, content]) }
}

function sizeOf(type: string, chunk: Uint8Array): Pick<Picture, 'width' | 'height'> | null {
  const view = viewOf(chunk)
  if (type === 'VP8X' && chunk.length >= 18) {
    const three = (at: number) => view.getUint16(at, true) + ((chunk[at + 2] ?? 0) << 16)
    return { width: three(12) + 1, height: three(15) + 1 }
  }
  if (type === 'VP8 ' && chunk.length >= 18)
    return {
      width: view.getUint16(14, true) & FOURTEEN_BITS,
      height: view.getUint16(16, true) & FOURTEEN_BITS,
    }
  if (type === 'VP8L' && chunk.length >= 13 && chunk[8] === LOSSLESS_SIGNATURE) {
    const bits = view.getUint32(9, true)
    return { width: (bits & FOURTEEN_BITS) + 1, height: ((bits >>> 14) & FOURTEEN_BITS) + 1 }
  }
  return null
}
