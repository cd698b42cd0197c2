import { hasValidCrc } from '@coldkeep/modbus/crc'
import { functionCode } from '@coldkeep/modbus/function-code'

/** Station, function, address, amount or value, CRC. */
const PLAIN_REQUEST_BYTES = 8
/** The same with a byte count, before the bytes counted. */
const COUNTED_HEAD_BYTES = 9

/**
 * Cuts requests out of a stream of serial frames sent over TCP, where no silence marks their ends: their length
 * follows from the function code. Bytes that form no frame with a right CRC are dropped, as a device on a line does.
 * @returns whole frames, CRC included, and what may be the beginning of the next
 */
export function takeRtuRequests(
  pending: Uint8Array,
  chunk: Uint8Array,
): { readonly frames: readonly Uint8Array[]; readonly pending: Uint8Array } {
  let bytes = new Uint8Array([...pending, ...chunk])
  const frames: Uint8Array[] = []
  for (;;) {
    const length = requestLength(bytes)
    if (length === null || bytes.length < length) return { frames, pending: bytes }
    const frame = bytes.slice(0, length)
    if (!hasValidCrc(frame)) return { frames, pending: new Uint8Array(0) }
    frames.push(frame)
    bytes = bytes.slice(length)
  }
}

/** Length of the request that begins here, `null` while too little is known. */
function requestLength(bytes: Uint8Array): number | null {
  const code = bytes[1]
  if (code === undefined) return null
  const isCounted = code === functionCode.writeMultipleCoils || code === functionCode.writeMultipleRegisters
  if (!isCounted) return PLAIN_REQUEST_BYTES
  const count = bytes[6]
  return count === undefined ? null : COUNTED_HEAD_BYTES + count
}
