import { joined, lettersAt, type Picture, viewOf } from './picture'

const MARKER = 0xff
const END = 0xd9
const SCAN = 0xda
const COMMENT = 0xfe
const APP0 = 0xe0
const APP1 = 0xe1
const APP2 = 0xe2
const APP14 = 0xee
const APP15 = 0xef
/** Frames of all ways of coding; the three between them are tables. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
/** Markers without a length. */
const isBare = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)
const ORIENTATION = 0x0112
const UPRIGHT = 1
const MOST_ORIENTATION = 8
const TIFF_AT = 10

/**
 * A JPEG (ITU-T T.81) without what programs write beside the picture: place, camera, times, comments, thumbnails, and
 * whatever follows its end. Colours, and how it is turned, stay.
 * @returns `null` where it is not whole
 */
export function readJpeg(bytes: Uint8Array): Picture | null {
  const view = viewOf(bytes)
  const kept: Uint8Array[] = [bytes.subarray(0, 2)]
  let size: Pick<Picture, 'width' | 'height'> | null = null
  let orientation = UPRIGHT
  let at = 2
  while (at + 4 <= bytes.length || (at + 2 <= bytes.length && bytes[at + 1] === END)) {
    if (bytes[at] !== MARKER) return null
    const marker = bytes[at + 1] ?? 0
    // fill bytes
    if (marker === MARKER) {
      at++
      continue
    }
    if (marker === END) {
      if (size === null) return null
      kept.push(bytes.subarray(at, at + 2))
      if (orientation !== UPRIGHT) kept.splice(1, 0, orientationSegment(orientation))
      return { type: 'image/jpeg', ...size, bytes: joined(kept) }
    }
    if (isBare(marker)) {
      kept.push(bytes.subarray(at, at + 2))
      at += 2
      continue
    }
    const length = view.getUint16(at + 2)
    const next = at + 2 + length
    if (length < 2 || next > bytes.length) return null
    const segment = bytes.subarray(at, next)
    if (isFrame(marker)) {
      if (length < 8) return null
      size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    }
    if (marker === APP1) orientation = orientationOf(segment) ?? orientation
    if (isKept(marker, segment)) kept.push(segment)
    at = next
    if (marker === SCAN) {
      const end = endOfScan(bytes, at)
      kept.push(bytes.subarray(at, end))
      at = end
    }
  }
  return null
}

function isKept(marker: number, segment: Uint8Array): boolean {
  if (marker === COMMENT) return false
  if (marker < APP0 || marker > APP15) return true
  // the colours of a picture: JFIF, a profile, what Adobe says of its components
  if (marker === APP0) return lettersAt(segment, 4) === 'JFIF'
  if (marker === APP2) return String.fromCharCode(...segment.subarray(4, 15)) === 'ICC_PROFILE'
  return marker === APP14 && lettersAt(segment, 4) === 'Adob'
}

/** Where the next marker begins behind what was coded. */
function endOfScan(bytes: Uint8Array, from: number): number {
  let at = from
  while (at + 1 < bytes.length) {
    const next = bytes[at + 1] ?? 0
    if (bytes[at] === MARKER && next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at
    at++
  }
  return bytes.length
}

/** How a picture is to be turned, by the first directory of its Exif segment; `null` where that does not say it. */
function orientationOf(segment: Uint8Array): number | null {
  if (lettersAt(segment, 4) !== 'Exif' || segment.length < TIFF_AT + 10) return null
  const view = viewOf(segment)
  const isLittle = segment[TIFF_AT] === 0x49
  const directory = TIFF_AT + view.getUint32(TIFF_AT + 4, isLittle)
  if (directory + 2 > segment.length) return null
  const entries = view.getUint16(directory, isLittle)
  for (let index = 0; index < entries; index++) {
    const entry = directory + 2 + index * 12
    if (entry + 12 > segment.length) return null
    if (view.getUint16(entry, isLittle) !== ORIENTATION) continue
    const value = view.getUint16(entry + 8, isLittle)
    return value >= UPRIGHT && value <= MOST_ORIENTATION ? value : null
  }
  return null
}

/** An Exif segment that says how the picture is turned, and nothing else. */
function orientationSegment(orientation: number): Uint8Array {
  const tiff = [
    0x4d,
    0x4d,
    0,
    42,
    0,
    0,
    0,
    8,
    0,
    1,
    0x01,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
  ]
  const exif = [0x45, 0x78, 0x69, 0x66, 0, 0]
  return Uint8Array.of(MARKER, APP1, 0, 2 + exif.length + tiff.length, ...exif, ...tiff)
}
