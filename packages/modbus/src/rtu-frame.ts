import { appendCrc, hasValidCrc } from './crc'
import { EXCEPTION_FLAG, functionCode } from './function-code'

/**
 * How strictly a reply is judged. `modbus` all checks · `station` no check of function and byte count ·
 * `length` nothing but the length, for devices that only resemble Modbus · `bytes` whatever came is the
 * reply: the caller compares it byte for byte.
 */
export type ReplyStrictness = 'modbus' | 'station' | 'length' | 'bytes'

/** What became of one request. `bytes` is the whole reply with station and CRC. */
export type ReplyOutcome =
  | { readonly kind: 'reply'; readonly bytes: Uint8Array }
  | { readonly kind: 'exception'; readonly exceptionCode: number }
  | { readonly kind: 'timeout' | 'length' | 'crc' | 'address' | 'function' | 'count' }
export type ReplyFailure = Exclude<ReplyOutcome, { kind: 'reply' }>

/** Station, function, exception code, CRC. */
const EXCEPTION_REPLY_BYTES = 5
/** Station, function and CRC: nothing shorter is a frame (MODBUS over Serial Line V1.02, 2.3). */
const MIN_REPLY_BYTES = 4
/** Station, function, byte count and CRC around the payload of a read. */
const READ_OVERHEAD_BYTES = 5

/** The whole frame for a serial line: station, PDU, CRC. */
export function rtuFrame(unitId: number, pdu: Uint8Array): Uint8Array {
  const body = new Uint8Array(1 + pdu.length)
  body[0] = unitId
  body.set(pdu, 1)
  return appendCrc(body)
}

/**
 * Judges the bytes that arrived after a request. The first failing check is the outcome, in the order timeout,
 * exception, length, CRC, address, function, count: a refusal is shorter than the expected reply, and must not
 * be mistaken for a broken one.
 * @param request the bytes sent, station first
 * @param reply the bytes received until the line fell silent; none means the device did not answer
 * @param expectedLengthBytes of the whole reply, 0 when it is not known
 */
export function checkReply(
  request: Uint8Array,
  reply: Uint8Array,
  expectedLengthBytes: number,
  strictness: ReplyStrictness = 'modbus',
): ReplyOutcome {
  if (reply.length === 0) return { kind: 'timeout' }
  if (strictness === 'bytes') return { kind: 'reply', bytes: reply }
  if (strictness !== 'length' && isExceptionReply(request, reply)) {
    return { kind: 'exception', exceptionCode: reply[2] as number }
  }
  if (reply.length < MIN_REPLY_BYTES) return { kind: 'length' }
  if (expectedLengthBytes !== 0 && reply.length !== expectedLengthBytes) return { kind: 'length' }
  if (strictness === 'length') return { kind: 'reply', bytes: reply }
  if (!hasValidCrc(reply)) return { kind: 'crc' }
  if (reply[0] !== request[0]) return { kind: 'address' }
  if (strictness === 'station') return { kind: 'reply', bytes: reply }
  if (reply[1] !== request[1]) return { kind: 'function' }
  if (isRead(reply[1]) && reply[2] !== reply.length - READ_OVERHEAD_BYTES) return { kind: 'count' }
  return { kind: 'reply', bytes: reply }
}

/**
 * True when the bytes are the device's refusal of the request: same station, function plus 0x80, five bytes,
 * right CRC (MODBUS Application Protocol V1.1b3, section 7).
 */
export function isExceptionReply(request: Uint8Array, reply: Uint8Array): boolean {
  return (
    reply.length === EXCEPTION_REPLY_BYTES &&
    reply[0] === request[0] &&
    reply[1] === ((request[1] ?? 0) | EXCEPTION_FLAG) &&
    hasValidCrc(reply)
  )
}

/** Bytes of the whole reply when `count` registers are read. */
export function registersReplyLengthBytes(count: number): number {
  return READ_OVERHEAD_BYTES + 2 * count
}

/** Bytes of the whole reply when `count` bits are read. */
export function bitsReplyLengthBytes(count: number): number {
  return READ_OVERHEAD_BYTES + Math.ceil(count / 8)
}

function isRead(code: number | undefined): boolean {
  return code !== undefined && code >= functionCode.readCoils && code <= functionCode.readInputRegisters
}
