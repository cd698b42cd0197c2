import { hasValidCrc } from '@coldkeep/modbus/crc'
import { isExceptionReply } from '@coldkeep/modbus/rtu-frame'
import { fail, ok, type Result } from '../result'
import { parseHexPattern } from './parse-hex'
import type { WriteCommandDraft } from './poll-command'

/** The reply that proves a write: each byte or null for any, and whether a CRC follows. */
export interface ExpectedReply {
  readonly bytes: readonly (number | null)[]
  readonly hasCrc: boolean
}

/** What became of a write. `refused` carries the device's reason, `other` is any other reply than the expected. */
export type WriteOutcome =
  | { readonly kind: 'success' | 'timeout' | 'other' }
  | { readonly kind: 'refused'; readonly exceptionCode: number }

type ExpectedReplyText = Pick<WriteCommandDraft, 'expectedReplyHex' | 'includesUnitId' | 'replyHasCrc'>

/** Reads the success packet of a write row, with the unit id in front where the text lacks it. */
export function parseExpectedReply(
  command: ExpectedReplyText,
  unitId: number,
): Result<ExpectedReply, 'hex_malformed'> {
  const pattern = parseHexPattern(command.expectedReplyHex)
  if (pattern === null || pattern.length === 0) return fail('hex_malformed')
  const bytes = command.includesUnitId ? pattern : [unitId, ...pattern]
  return ok({ bytes, hasCrc: command.replyHasCrc })
}

const CRC_BYTES = 2

/** Of the whole reply that proves a write. */
export function expectedLengthBytes({ bytes, hasCrc }: ExpectedReply): number {
  return bytes.length + (hasCrc ? CRC_BYTES : 0)
}

/**
 * A write has succeeded when the reply equals the expected one byte for byte; everything else is a failure. With
 * wildcards the CRC cannot be known beforehand, so the reply's own CRC is checked, which is the same otherwise.
 * @param request the bytes sent
 * @param reply the bytes received, none when the device was silent
 */
export function checkWriteReply(
  expected: ExpectedReply,
  request: Uint8Array,
  reply: Uint8Array,
): WriteOutcome {
  if (reply.length === 0) return { kind: 'timeout' }
  if (matches(expected, reply)) return { kind: 'success' }
  if (isExceptionReply(request, reply)) return { kind: 'refused', exceptionCode: reply[2] as number }
  return { kind: 'other' }
}

function matches(expected: ExpectedReply, reply: Uint8Array): boolean {
  if (expected.hasCrc && !hasValidCrc(reply)) return false
  const body = expected.hasCrc ? reply.subarray(0, -2) : reply
  return (
    body.length === expected.bytes.length &&
    expected.bytes.every((byte, index) => byte === null || byte === body[index])
  )
}
