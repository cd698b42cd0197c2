import { appendCrc } from '@coldkeep/modbus/crc'
import { decodeValue, type RawValue } from '@coldkeep/modbus/register-value'
import { checkReply, type ReplyOutcome } from '@coldkeep/modbus/rtu-frame'
import { decodePoint, type MissingReason } from '../points/decode-point'
import type { PointLayout, PollCommandDraft } from './poll-command'
import { replyPayload, strictnessOf } from './reply-payload'

export type { ReplyOutcome }

/** What one node makes of a reply. */
export interface ExaminedPoint {
  /** Of its first byte in the reply, from 0; null where its bytes lie outside. */
  readonly offset: number | null
  readonly slice: Uint8Array
  /** What the bytes say before multiplier and divisor; also of a reply that failed its checks. */
  readonly raw: RawValue
  readonly value: number | null
  readonly text: string | null
  readonly reason: MissingReason | null
}

/** The last two bytes and what they should be, as they travel: low byte first. */
export interface ExaminedCrc {
  readonly found: Uint8Array
  readonly expected: Uint8Array
}

/** A reply step by step. */
export interface ExaminedReply {
  readonly outcome: ReplyOutcome
  /** Null for replies without. */
  readonly crc: ExaminedCrc | null
  readonly points: readonly ExaminedPoint[]
}

type Command = Pick<PollCommandDraft, 'decoderId' | 'responseLengthBytes'>

/**
 * Reads a reply as a terminal does, and keeps what it saw on the way.
 * @param request the bytes sent, unit id first
 * @param reply the bytes received; none where nothing came
 */
export function examineReply(
  { decoderId, responseLengthBytes }: Command,
  points: readonly PointLayout[],
  request: Uint8Array,
  reply: Uint8Array,
): ExaminedReply {
  const outcome = checkReply(request, reply, responseLengthBytes, strictnessOf(decoderId))
  const payload = replyPayload(decoderId, reply)
  const first = payload.byteOffset - reply.byteOffset
  return {
    outcome,
    crc: examineCrc(reply),
    points: points.map((point) => examinePoint(point, payload, first, outcome)),
  }
}

/** @returns null where the reply is too short to have one */
export function examineCrc(reply: Uint8Array): ExaminedCrc | null {
  if (reply.length < 3) return null
  return { found: reply.slice(-2), expected: appendCrc(reply.subarray(0, -2)).slice(-2) }
}

function examinePoint(
  point: PointLayout,
  payload: Uint8Array,
  first: number,
  outcome: ReplyOutcome,
): ExaminedPoint {
  const end = payload.length - point.skipTrailingBytes
  const isInside = point.skipLeadingBytes < end
  const slice = isInside ? payload.slice(point.skipLeadingBytes, end) : new Uint8Array()
  const raw = decodeValue(slice, point.numericFormat)
  const seen = { offset: isInside ? first + point.skipLeadingBytes : null, slice, raw }
  if (outcome.kind !== 'reply') return { ...seen, value: null, text: null, reason: outcome.kind }
  const { value, text, reason } = decodePoint(payload, point)
  return { ...seen, value, text, reason }
}
