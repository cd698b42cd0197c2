import { appendCrc } from '@coldkeep/modbus/crc'
import { checkReply, type ReplyOutcome } from '@coldkeep/modbus/rtu-frame'
import { ok, type Result } from '../result'
import { buildRequest, type RequestProblem } from './build-request'
import {
  checkWriteReply,
  type ExpectedReply,
  expectedLengthBytes,
  parseExpectedReply,
  type WriteOutcome,
} from './check-write-reply'
import type { ModelPoint, ModelWrite } from './device-model'
import { type ExaminedCrc, examineCrc } from './examine-reply'
import { fillWrite, type ValueProblem } from './fill-write'
import { valuePlaces } from './parse-hex'

/** What a byte of the success packet is there for. */
export const packetParts = ['unit_id', 'text', 'value', 'any', 'crc'] as const
type PacketPart = (typeof packetParts)[number]

/** How a received byte compares with the expected one; `any`: every byte would have done. */
export const byteMatches = ['equal', 'any', 'different', 'missing', 'surplus'] as const
type ByteMatch = (typeof byteMatches)[number]

/** One byte of the success packet, the one that came, or both side by side. */
interface ExaminedByte {
  /** Null behind the end of the packet. */
  readonly part: PacketPart | null
  /** Null where it may be anything, where a CRC depends on what did not come, and behind the end. */
  readonly expected: number | null
  /** Null where the reply has ended. */
  readonly found: number | null
  readonly match: ByteMatch
}

/** Why a reply is another one than expected; `bytes`: a whole reply with other content. */
type WriteFault = Exclude<ReplyOutcome['kind'], 'reply' | 'timeout' | 'exception'> | 'bytes'

/** A write and its reply step by step. */
export interface ExaminedWrite {
  /** As it goes out. */
  readonly request: Uint8Array
  /** The whole success packet; null is any byte. */
  readonly expected: readonly (number | null)[]
  readonly outcome: WriteOutcome
  /** Of the outcome `other`; null for all others. */
  readonly fault: WriteFault | null
  /** Null where the packet has none that is checked, and for replies too short to have one. */
  readonly crc: ExaminedCrc | null
  readonly bytes: readonly ExaminedByte[]
}

export interface WriteTrial {
  /** 1 to 247. */
  readonly unitId: number
  /** As its point is read; null where the write takes none. */
  readonly value: number | null
  /** The bytes that came; none where the device was silent. */
  readonly reply: Uint8Array
}

/** `reply_malformed`: the success packet is no bytes. */
export type TrialProblem = ValueProblem | RequestProblem | 'reply_malformed'

/**
 * Judges a reply as a terminal does, and keeps what it saw on the way.
 * @param point as which the value is read back; null where the write takes none
 */
export function examineWrite(
  write: ModelWrite,
  point: ModelPoint | null,
  { unitId, value, reply }: WriteTrial,
): Result<ExaminedWrite, TrialProblem> {
  const texts = fillWrite(write, point, value)
  if (!texts.ok) return texts
  const filled = { ...write, ...texts.value }
  const request = buildRequest(filled, unitId)
  if (!request.ok) return request
  const parsed = parseExpectedReply(filled, unitId)
  if (!parsed.ok) return { ok: false, problem: 'reply_malformed' }
  const packet = parsed.value
  const outcome = checkWriteReply(packet, request.value, reply)
  const expected = wholePacket(packet, reply)
  return ok({
    request: request.value,
    expected,
    outcome,
    fault: outcome.kind === 'other' ? faultOf(packet, request.value, reply) : null,
    crc: packet.hasCrc ? examineCrc(reply) : null,
    bytes: sideBySide(expected, partsOf(write, packet), reply),
  })
}

/** The packet with its CRC, which follows from the reply itself where the packet leaves bytes open. */
function wholePacket(packet: ExpectedReply, reply: Uint8Array): readonly (number | null)[] {
  const { bytes, hasCrc } = packet
  if (!hasCrc) return bytes
  const known = bytes.flatMap((byte) => (byte === null ? [] : [byte]))
  if (known.length === bytes.length) return [...appendCrc(Uint8Array.from(known))]
  if (reply.length !== expectedLengthBytes(packet)) return [...bytes, null, null]
  return [...bytes, ...appendCrc(reply.subarray(0, -2)).slice(-2)]
}

/** In the order in which the checks of a polled reply fail. */
function faultOf(packet: ExpectedReply, request: Uint8Array, reply: Uint8Array): WriteFault {
  const strictness = packet.hasCrc ? 'modbus' : 'length'
  const { kind } = checkReply(request, reply, expectedLengthBytes(packet), strictness)
  return kind === 'reply' || kind === 'timeout' || kind === 'exception' ? 'bytes' : kind
}

function partsOf({ expectedReplyHex, includesUnitId }: ModelWrite, packet: ExpectedReply): PacketPart[] {
  const first = includesUnitId ? 0 : 1
  const values = new Set(valuePlaces(expectedReplyHex).map((place) => place + first))
  const ofText = packet.bytes.map((byte, place): PacketPart => {
    if (byte === null) return 'any'
    if (values.has(place)) return 'value'
    return place === 0 ? 'unit_id' : 'text'
  })
  return packet.hasCrc ? [...ofText, 'crc', 'crc'] : ofText
}

function sideBySide(
  expected: readonly (number | null)[],
  parts: readonly PacketPart[],
  reply: Uint8Array,
): ExaminedByte[] {
  return Array.from({ length: Math.max(expected.length, reply.length) }, (_, place) => {
    const part = parts[place] ?? null
    const expectedByte = expected[place] ?? null
    const found = reply[place] ?? null
    return { part, expected: expectedByte, found, match: matchOf(part, expectedByte, found) }
  })
}

function matchOf(part: PacketPart | null, expected: number | null, found: number | null): ByteMatch {
  if (part === null) return 'surplus'
  if (found === null) return 'missing'
  if (part === 'any') return 'any'
  return expected === found ? 'equal' : 'different'
}
