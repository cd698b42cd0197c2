import { appendCrc, hasValidCrc } from './crc'

/** One message of Modbus TCP. */
export interface TcpFrame {
  /** 0 to 65535; a reply carries the number of its request. */
  readonly transactionId: number
  readonly unitId: number
  /** Function code and its fields. */
  readonly pdu: Uint8Array
}

/** Bytes that cannot be Modbus TCP; the stream cannot be followed any further and its socket must be closed. */
type TcpStreamProblem = 'protocol_id' | 'length'

export interface TcpFeed {
  /** Messages that are complete now. */
  readonly frames: readonly TcpFrame[]
  /** Bytes of a message that has only begun; to be handed in with the next chunk. */
  readonly pending: Uint8Array
  readonly problem: TcpStreamProblem | null
}

/** Transaction id, protocol id, length; the length counts unit id and PDU (MODBUS Messaging on TCP/IP V1.0b, 3.1.3). */
const HEADER_BYTES = 6
const MIN_LENGTH = 2
const MAX_LENGTH = 254

export const NO_BYTES: Uint8Array = new Uint8Array(0)

/** The bytes of one message on a TCP stream. */
export function encodeTcp(frame: TcpFrame): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + 1 + frame.pdu.length)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, frame.transactionId)
  view.setUint16(4, 1 + frame.pdu.length)
  view.setUint8(6, frame.unitId)
  bytes.set(frame.pdu, HEADER_BYTES + 1)
  return bytes
}

/**
 * Takes the complete messages out of a TCP stream, however the network has cut it.
 * @param pending what the call before left over, {@link NO_BYTES} at first
 * @returns on a problem the messages before it, and nothing more can be read from this stream
 */
export function feedTcp(pending: Uint8Array, chunk: Uint8Array): TcpFeed {
  const bytes = pending.length === 0 ? chunk : joined(pending, chunk)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const frames: TcpFrame[] = []
  let start = 0
  while (bytes.length - start >= HEADER_BYTES) {
    if (view.getUint16(start + 2) !== 0) return { frames, pending: NO_BYTES, problem: 'protocol_id' }
    const length = view.getUint16(start + 4)
    if (length < MIN_LENGTH || length > MAX_LENGTH) return { frames, pending: NO_BYTES, problem: 'length' }
    const end = start + HEADER_BYTES + length
    if (end > bytes.length) break
    frames.push({
      transactionId: view.getUint16(start),
      unitId: view.getUint8(start + HEADER_BYTES),
      pdu: bytes.slice(start + HEADER_BYTES + 1, end),
    })
    start = end
  }
  return { frames, pending: bytes.slice(start), problem: null }
}

/**
 * Dresses a serial frame for Modbus TCP: the CRC goes, TCP has its own check.
 * @returns null when the frame carries no valid CRC, since then it is not known where its PDU ends
 */
export function tcpFromRtu(frame: Uint8Array, transactionId: number): TcpFrame | null {
  if (frame.length < 4 || !hasValidCrc(frame)) return null
  return { transactionId, unitId: frame[0] as number, pdu: frame.slice(1, -2) }
}

/** The equivalent serial frame: unit id, PDU and a computed CRC. */
export function rtuFromTcp(frame: TcpFrame): Uint8Array {
  return appendCrc(joined(Uint8Array.of(frame.unitId), frame.pdu))
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(first.length + second.length)
  bytes.set(first)
  bytes.set(second, first.length)
  return bytes
}
