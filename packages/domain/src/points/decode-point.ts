import {
  bitNumber,
  decodeValue,
  encodeNumber,
  fitsSize,
  isBitFormat,
  isTextFormat,
  type ValueFormat,
} from '@coldkeep/modbus/register-value'
import type { ReplyFailure, ReplyOutcome } from '@coldkeep/modbus/rtu-frame'
import type { DecoderId, PointLayout } from '../polling/poll-command'
import { replyPayload } from '../polling/reply-payload'
import { type Quality, quality } from './reading'
import { scale } from './scale'

/** Why a point has no value: the reply failed, its slice cannot be read, or the device reports a broken sensor. */
export type MissingReason = ReplyFailure['kind'] | 'format' | 'fault_marker'

/**
 * What a reply holds for one point. A text (`hex`, `ascii`) is for people to read and never becomes a
 * reading; its `value` is null although its quality is good.
 */
export interface PointValue {
  readonly value: number | null
  readonly text: string | null
  readonly quality: Quality
  readonly reason: MissingReason | null
}

/** What makers send in 16 bits for a probe that is broken or not fitted: lowest or highest number. */
const FAULT_MARKERS = [-0x8000, 0x7fff]

/**
 * The values of all points of one command, in the order of the points. A reply that failed its checks fails them
 * all; a slice that cannot be read fails its own point only.
 */
export function decodeReply(
  decoderId: DecoderId,
  points: readonly PointLayout[],
  outcome: ReplyOutcome,
): PointValue[] {
  if (outcome.kind !== 'reply') return points.map(() => missing(outcome.kind))
  const payload = replyPayload(decoderId, outcome.bytes)
  return points.map((point) => decodePoint(payload, point))
}

/**
 * The value of one point in the payload of a reply, scaled and rounded to 6 decimals; bits are not scaled.
 * Quality 4 and no value when the slice does not fit the format exactly, holds an illegal digit, or is a fault
 * marker: 0x8000 or 0x7FFF in 16 bits with sign, not-a-number or infinite in a float.
 */
export function decodePoint(payload: Uint8Array, point: PointLayout): PointValue {
  const end = payload.length - point.skipTrailingBytes
  if (end < point.skipLeadingBytes) return missing('format')
  const raw = decodeValue(payload.subarray(point.skipLeadingBytes, end), point.numericFormat)
  if (raw.kind === 'malformed') return missing('format')
  if (raw.kind === 'text') return { value: null, text: raw.text, quality: quality.good, reason: null }
  if (isFaultMarker(point.numericFormat, raw.value)) return missing('fault_marker')
  if (isBitFormat(point.numericFormat)) return good(raw.value)
  return good(scale(raw.value, point.multiplier, point.divisor))
}

/** The code under which a failed request travels: no answer, malformed answer, refusal. */
export function qualityOfFailure(reason: MissingReason): Quality {
  switch (reason) {
    case 'timeout':
      return quality.timeout
    case 'exception':
      return quality.exception
    case 'format':
    case 'fault_marker':
      return quality.format
    default:
      return quality.malformed
  }
}

/**
 * The payload with the point's value put where {@link decodePoint} looks for it; other bytes, and other bits of
 * the same register, stay. What cannot be shown exactly is rounded to the nearest step of the format.
 * @param value null for a broken sensor: its fault marker
 * @returns null when the slice does not fit the format, the value is out of its range, or the format has no fault
 *   marker or is a text
 */
export function encodePoint(
  payload: Uint8Array,
  point: PointLayout,
  value: number | null,
): Uint8Array | null {
  const { numericFormat: format, skipLeadingBytes: start } = point
  const sizeBytes = payload.length - point.skipTrailingBytes - start
  if (isTextFormat(format) || sizeBytes < 1 || !fitsSize(format, sizeBytes)) return null
  const written = payload.slice()
  if (isBitFormat(format)) {
    if (value !== 0 && value !== 1) return null
    const place = start + sizeBytes - 1 - (bitNumber(format) >> 3)
    const mask = 1 << (bitNumber(format) & 7)
    written[place] = value === 1 ? (payload[place] as number) | mask : (payload[place] as number) & ~mask
    return written
  }
  const raw =
    value === null ? faultMarker(format) : rawValue(format, scale(value, point.divisor, point.multiplier))
  const bytes = raw === null ? null : encodeNumber(raw, format)
  if (bytes === null) return null
  written.set(bytes, start)
  return written
}

function rawValue(format: ValueFormat, value: number): number {
  return format.startsWith('f') ? value : Math.round(value)
}

function faultMarker(format: ValueFormat): number | null {
  if (format.startsWith('f')) return Number.NaN
  return is16BitSigned(format) ? -0x8000 : null
}

function isFaultMarker(format: ValueFormat, raw: number): boolean {
  return !Number.isFinite(raw) || (is16BitSigned(format) && FAULT_MARKERS.includes(raw))
}

function is16BitSigned(format: ValueFormat): boolean {
  return format === 'i16' || format === 'i16le'
}

function good(value: number): PointValue {
  return { value, text: null, quality: quality.good, reason: null }
}

function missing(reason: MissingReason): PointValue {
  return { value: null, text: null, quality: qualityOfFailure(reason), reason }
}
