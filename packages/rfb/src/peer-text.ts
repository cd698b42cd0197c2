/**
 * Text of a peer for people and logs: without control characters, which could draw over other lines of a terminal, and
 * with what is no UTF-8 replaced.
 */
export function readPeerText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('utf8')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .trim()
}
