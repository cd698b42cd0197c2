import { joined, lettersAt, type Picture, viewOf } from './picture'

const SIGNATURE_BYTES = 8
/** Length, type and checksum of a chunk. */
const AROUND_BYTES = 12
/** What is seen, and its colours. Texts, times and Exif are left out. */
const KEPT = [
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'cHRM',
  'gAMA',
  'iCCP',
  'sBIT',
  'sRGB',
  'cICP',
  'bKGD',
  'pHYs',
]

/** A PNG (ISO/IEC 15948) without texts, times and Exif, and without what follows its end. @returns `null`: not whole */
export function readPng(bytes: Uint8Array): Picture | null {
  const view = viewOf(bytes)
  const kept: Uint8Array[] = [bytes.subarray(0, SIGNATURE_BYTES)]
  let size: Pick<Picture, 'width' | 'height'> | null = null
  let at = SIGNATURE_BYTES
  while (at + AROUND_BYTES <= bytes.length) {
    const length = view.getUint32(at)
    const next = at + AROUND_BYTES + length
    if (next > bytes.length) return null
    const type = lettersAt(bytes, at + 4)
    if (size === null) {
      if (type !== 'IHDR' || length < 13) return null
      size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) }
    }
    if (KEPT.includes(type)) kept.push(bytes.subarray(at, next))
    if (type === 'IEND') return { type: 'image/png', ...size, bytes: joined(kept) }
    at = next
  }
  return null
}
