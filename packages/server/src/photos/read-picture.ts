import { fail, ok, type Result } from '@coldkeep/domain/result'
import { lettersAt, MOST_PIXELS, type Picture, type PictureProblem } from './picture'
import { readJpeg } from './read-jpeg'
import { readPng } from './read-png'
import { readWebp } from './read-webp'

const startsWith = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((byte, index) => bytes[index] === byte)
/** Brands of pictures in a container of ISO 14496-12 that browsers do not draw. */
const HEIC = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1', 'avif', 'avis']

/** A picture by what it is, whatever it is called, without what it tells beside what is seen. Nothing is decoded. */
export function readPicture(bytes: Uint8Array): Result<Picture, PictureProblem> {
  const read = readerOf(bytes)
  if (typeof read === 'string') return fail(read)
  const picture = read(bytes)
  if (picture === null || picture.width === 0 || picture.height === 0) return fail('damaged')
  return picture.width * picture.height > MOST_PIXELS ? fail('pixels') : ok(picture)
}

function readerOf(bytes: Uint8Array): ((bytes: Uint8Array) => Picture | null) | 'heic' | 'other' {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return readJpeg
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return readPng
  if (lettersAt(bytes, 0) === 'RIFF' && lettersAt(bytes, 8) === 'WEBP') return readWebp
  return lettersAt(bytes, 4) === 'ftyp' && HEIC.includes(lettersAt(bytes, 8)) ? 'heic' : 'other'
}
