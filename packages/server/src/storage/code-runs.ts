import type { ByteReader, ByteWriter } from './byte-writer'

/** Codes as pairs of (code, how often it comes in a row). */
export function writeRuns(out: ByteWriter, codes: Uint8Array): void {
  let i = 0
  while (i < codes.length) {
    const code = codes[i] ?? 0
    let end = i + 1
    while (end < codes.length && codes[end] === code) end++
    out.byte(code)
    out.count(end - i)
    i = end
  }
}

export function readRuns(reader: ByteReader, count: number): Uint8Array {
  const codes = new Uint8Array(count)
  let i = 0
  while (i < count) {
    const code = reader.byte()
    const end = i + reader.count()
    codes.fill(code, i, end)
    i = end
  }
  return codes
}
