import type { ReplyStrictness } from '@coldkeep/modbus/rtu-frame'
import type { DecoderId } from './poll-command'

/** Unit id, function code and byte count in front of the payload of a read. */
const READ_HEADER_BYTES = 3
const CRC_BYTES = 2

/** Bytes of a reply that come before its values and still count among what points are cut from. */
export function headBytesOf(decoderId: DecoderId): number {
  return decoderId > 2 ? READ_HEADER_BYTES : 0
}

/** How strictly the reply to a command of this decoder is judged. */
export function strictnessOf(decoderId: DecoderId): ReplyStrictness {
  if (decoderId === 3) return 'length'
  return decoderId === 4 ? 'station' : 'modbus'
}

/**
 * The bytes that points are cut from.
 * @param reply a whole reply that has passed its checks
 */
export function replyPayload(decoderId: DecoderId, reply: Uint8Array): Uint8Array {
  if (decoderId === 3) return reply
  return reply.subarray(decoderId === 4 ? 0 : READ_HEADER_BYTES, -CRC_BYTES)
}

/** Length of that payload in a reply of the given length, never below 0. */
export function payloadLengthBytes(decoderId: DecoderId, responseLengthBytes: number): number {
  if (decoderId === 3) return responseLengthBytes
  const around = CRC_BYTES + (decoderId === 4 ? 0 : READ_HEADER_BYTES)
  return Math.max(0, responseLengthBytes - around)
}
