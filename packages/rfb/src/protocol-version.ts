/** Versions that differ in their handshakes; behind these they are the same (RFC 6143, 7.1 and appendix A). */
export type ProtocolVersion = '3.3' | '3.7' | '3.8'

export const VERSION_BYTES = 12

/** The 12 bytes with which each side states its version (RFC 6143, 7.1.1). */
export function encodeVersion(version: ProtocolVersion): Buffer {
  return Buffer.from(`RFB 003.00${version.slice(2)}\n`, 'latin1')
}

/**
 * The version in which to talk to a server: its own, or the nearest one that is spoken here. What is higher than 3.8 is
 * treated as that (Apple says 3.889, RealVNC 4.1 and 5.0), what is between 3.3 and 3.7 as 3.3 (RFC 6143, appendix A).
 * @returns null where the bytes state no version, or one below 3.3
 */
export function decodeVersion(bytes: Buffer): ProtocolVersion | null {
  const match = /^RFB (\d{3})\.(\d{3})\n$/.exec(bytes.toString('latin1'))
  if (match === null) return null
  const number = Number(match[1]) * 1000 + Number(match[2])
  if (number >= 3008) return '3.8'
  if (number === 3007) return '3.7'
  return number >= 3003 ? '3.3' : null
}
