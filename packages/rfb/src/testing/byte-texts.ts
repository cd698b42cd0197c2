/** Bytes as they are written in tests: `00 ff` in hexadecimal, with spaces wherever they help. */
export function hex(text: string): Buffer {
  return Buffer.from(text.replaceAll(/\s+/g, ''), 'hex')
}

/** Characters up to U+00FF, a byte each. */
export function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}

/** Cuts bytes into pieces of the given lengths, over and over. */
export function cut(bytes: Uint8Array, lengths: readonly number[]): Uint8Array[] {
  const pieces: Uint8Array[] = []
  for (let start = 0, turn = 0; start < bytes.length; turn++) {
    const end = start + (lengths[turn % lengths.length] as number)
    pieces.push(bytes.subarray(start, end))
    start = end
  }
  return pieces
}
