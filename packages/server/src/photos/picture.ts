/** A picture with nothing in it but what is seen, and how it is to be turned. */
export interface Picture {
  readonly type: 'image/jpeg' | 'image/png' | 'image/webp'
  /** As its header has them, before it is turned. */
  readonly width: number
  readonly height: number
  readonly bytes: Uint8Array
}

/** Why bytes are no picture that is kept. */
export type PictureProblem = 'heic' | 'other' | 'damaged' | 'pixels'

/** A header can name any size: more is refused before anything draws it. */
export const MOST_PIXELS = 40_000_000

/** Reads whole numbers out of bytes. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Four letters at a place. */
export function lettersAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4))
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
