/**
 * Remainders of the 256 byte values for the reflected polynomial 0xA001: one look-up per byte instead of eight
 * shifts (MODBUS over Serial Line V1.02, appendix B).
 */
const remainders = Uint16Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte
  for (let bit = 0; bit < 8; bit++) {
    remainder = remainder & 1 ? (remainder >> 1) ^ 0xa001 : remainder >> 1
  }
  return remainder
})

/**
 * CRC-16/MODBUS of the bytes: reflected polynomial 0xA001, start value 0xFFFF, no final inversion. The check
 * value of the nine ASCII digits `123456789` is 0x4B37.
 * Source: MODBUS over Serial Line V1.02, 6.2.2.
 */
export function crc16(bytes: Uint8Array): number {
  let crc = 0xffff
  for (const byte of bytes) crc = (crc >> 8) ^ (remainders[(crc ^ byte) & 0xff] as number)
  return crc
}

/** A new array: the bytes followed by their CRC, low byte first. */
export function appendCrc(bytes: Uint8Array): Uint8Array {
  const frame = new Uint8Array(bytes.length + 2)
  frame.set(bytes)
  const crc = crc16(bytes)
  frame[bytes.length] = crc & 0xff
  frame[bytes.length + 1] = crc >> 8
  return frame
}

/** True when the last two bytes are the CRC of all bytes before them; false for frames too short to have one. */
export function hasValidCrc(frame: Uint8Array): boolean {
  if (frame.length < 3) return false
  const crc = crc16(frame.subarray(0, -2))
  return frame[frame.length - 2] === (crc & 0xff) && frame[frame.length - 1] === crc >> 8
}
