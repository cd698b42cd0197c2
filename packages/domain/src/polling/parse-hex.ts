/**
 * Bytes of a text in hexadecimal as people write it: case, blanks, commas and `0x` do not matter.
 * @returns null when a digit is missing or is none; an empty array for an empty text
 */
export function parseHex(text: string): Uint8Array | null {
  const digits = bareDigits(text)
  if (!/^([0-9a-f]{2})*$/i.test(digits)) return null
  return Uint8Array.from(pairs(digits), (pair) => Number.parseInt(pair, 16))
}

/**
 * Like {@link parseHex}, with `XX` for a byte that may be anything, which becomes null.
 * @returns null when the text is neither digits nor wildcards, two by two
 */
export function parseHexPattern(text: string): readonly (number | null)[] | null {
  const digits = bareDigits(text)
  if (!/^([0-9a-f]{2}|xx)*$/i.test(digits)) return null
  return pairs(digits).map((pair) => (/x/i.test(pair) ? null : Number.parseInt(pair, 16)))
}

/** Marks one byte of the value in the texts of a write. */
const mark = /^vv$/i

/** Places of the bytes of a value in a text, from 0. */
export function valuePlaces(text: string): readonly number[] {
  return pairs(bareDigits(text)).flatMap((pair, place) => (mark.test(pair) ? [place] : []))
}

/** Bytes of a value that a text leaves room for. */
export function countValueBytes(text: string): number {
  return valuePlaces(text).length
}

/** The text with the bytes of a value in the place of its marks, in their order; zeros where there are too few. */
export function putValueBytes(text: string, bytes: Uint8Array): string {
  let next = 0
  const filled = pairs(bareDigits(text)).map((pair) =>
    mark.test(pair) ? (bytes[next++] ?? 0).toString(16).padStart(2, '0') : pair,
  )
  const rest = bareDigits(text).slice(2 * filled.length)
  return `${filled.join(' ')}${rest}`.toUpperCase()
}

/** Bytes as pairs of capital digits with blanks between them, the way frames are shown; null is any byte. */
export function formatHex(bytes: Uint8Array | readonly (number | null)[]): string {
  return Array.from<number | null, string>(bytes, formatByte).join(' ')
}

/** Two capital digits; `XX` for any byte. */
export function formatByte(byte: number | null): string {
  return byte === null ? 'XX' : byte.toString(16).padStart(2, '0').toUpperCase()
}

/** Inside a run of digits `0x` is a prefix only before a digit, so that a wildcard after a zero is left alone. */
function bareDigits(text: string): string {
  return text.replace(/(^|[\s,])0x(?=[0-9a-fx])|0x(?=[0-9a-f])/gi, '$1').replace(/[\s,]/g, '')
}

function pairs(digits: string): string[] {
  return digits.match(/../g) ?? []
}
