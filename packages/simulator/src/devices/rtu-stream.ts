import { hasValidCrc } from '@coldkeep/modbus/crc'
import { functionCode, MAX_RTU_BYTES } from '@coldkeep/modbus/function-code'

/** Station, function, address, amount or value, CRC. */
const PLAIN_REQUEST_BYTES = 8
/** The same with a byte count, before the bytes counted. */
const COUNTED_HEAD_BYTES = 9

/**
 * Cuts requests out of a stream of serial frames sent over TCP, where no silence marks their ends: their length
 * follows from the function code. Bytes in front of a frame with a right CRC are noise and are dropped.
 * @returns whole frames, CRC included, and what may be the beginning of the next
 */
export function takeRtuRequests(
  pending: Uint8Array,
  chunk: Uint8Array,
): { readonly frames: readonly Uint8Array[]; readonly pending: Uint8Array } {
  const bytes = new Uint8Array([...pending, ...chunk])
  const frames: Uint8Array[] = []
  let done = 0
  for (let start = 0; start < bytes.length; start++) {
    const length = requestLength(bytes.subarray(start))
    if (length === null || start + length > bytes.length) continue
    const frame = bytes.slice(start, start + length)
    if (!hasValidCrc(frame)) continue
    frames.push(frame)
    done = start + length
    start = done - 1
  }
  return { frames, pending: bytes.slice(Math.max(done, bytes.length - MAX_RTU_BYTES)) }
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
