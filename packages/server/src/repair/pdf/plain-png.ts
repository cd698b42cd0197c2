/** Of the signature and the header chunk, whose fields lie at fixed places. */
const COLOUR_TYPE_AT = 25
const INTERLACE_AT = 28
const FIRST_CHUNK_AT = 8
/** Grey, colour and palette; those with alpha are decoded before they are embedded. */
const EMBEDDED_AS_IS = [0, 2, 3]

/**
 * True of a PNG that goes into a document as it lies (PNG, chapters 5 and 11). One with transparency or interlacing is decoded
 * by the writer of documents, in a callback where a damaged one ends the process, and without a limit to what it unpacks to.
 */
export function isPlainPng(bytes: Buffer): boolean {
  return (
    EMBEDDED_AS_IS.includes(bytes[COLOUR_TYPE_AT] ?? -1) &&
    bytes[INTERLACE_AT] === 0 &&
    !chunksBeforeData(bytes).includes('tRNS')
  )
}

function chunksBeforeData(bytes: Buffer): string[] {
  const types: string[] = []
  for (let at = FIRST_CHUNK_AT; at + 12 <= bytes.length; ) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (type === 'IDAT') break
    types.push(type)
    at += 12 + bytes.readUInt32BE(at)
  }
  return types
}
