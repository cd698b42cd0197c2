import { hasValidCrc } from '@coldkeep/modbus/crc'
import { MAX_RTU_BYTES } from '@coldkeep/modbus/function-code'
import { findWrittenPlace, type WrittenPlace } from '@coldkeep/modbus/request-rights'
import { countValueBytes, parseHex, parseHexPattern, putValueBytes, valuePlaces } from './parse-hex'
import type { WriteCommandDraft } from './poll-command'

/**
 * What is wrong with a write. `request` or `reply` `_malformed` no bytes, half bytes or other characters ·
 * `_too_long` more than 256 bytes with everything added · `request_crc` a text that should bring its own CRC
 * has none or another one · `not_a_write` not a whole request that writes coils or registers · `value_place`
 * a value elsewhere than such a request has one, or in pieces · `reply_value` the reply has a value of
 * another length · `point_needed` a value, and no point to read it back · `bounds` a value without bounds, or
 * the other way round · `usual` outside the bounds, or only one of its ends · `factory` outside the bounds.
 */
export type WriteProblem =
  | 'request_malformed'
  | 'request_too_long'
  | 'request_crc'
  | 'not_a_write'
  | 'value_place'
  | 'reply_malformed'
  | 'reply_too_long'
  | 'reply_value'
  | 'point_needed'
  | 'bounds'
  | 'usual'
  | 'factory'

type CheckedWrite = Pick<
  WriteCommandDraft,
  | 'requestHex'
  | 'expectedReplyHex'
  | 'includesUnitId'
  | 'appendsCrc'
  | 'replyHasCrc'
  | 'pointName'
  | 'setsTo'
  | 'lowest'
  | 'highest'
  | 'usualLow'
  | 'usualHigh'
  | 'factoryValue'
>

const noBytes = new Uint8Array()

/** Everything that is wrong in one write; each makes it unusable. */
export function checkWriteRow(write: CheckedWrite): readonly WriteProblem[] {
  return [...checkTexts(write), ...checkTarget(write)]
}

/** True where a person has to enter the value to write. */
export function takesValue({ requestHex }: Pick<WriteCommandDraft, 'requestHex'>): boolean {
  return countValueBytes(requestHex) > 0
}

function checkTexts(write: CheckedWrite): WriteProblem[] {
  const unitBytes = write.includesUnitId ? 0 : 1
  const request = parseHex(putValueBytes(write.requestHex, noBytes))
  const reply = parseHexPattern(putValueBytes(write.expectedReplyHex, noBytes))
  const problems: WriteProblem[] = []
  if (request === null || request.length === 0) problems.push('request_malformed')
  else if (request.length + unitBytes + (write.appendsCrc ? 2 : 0) > MAX_RTU_BYTES)
    problems.push('request_too_long')
  else problems.push(...checkRequest(write, request))
  if (reply === null || reply.length === 0) problems.push('reply_malformed')
  else if (reply.length + unitBytes + (write.replyHasCrc ? 2 : 0) > MAX_RTU_BYTES)
    problems.push('reply_too_long')
  const replyBytes = countValueBytes(write.expectedReplyHex)
  if (replyBytes > 0 && replyBytes !== countValueBytes(write.requestHex)) problems.push('reply_value')
  return problems
}

/** Judged with zeros for the bytes of a value. */
function checkRequest(write: CheckedWrite, request: Uint8Array): WriteProblem[] {
  const place = findPlaceOf(write)
  if (place === null) {
    const lacksCrc = !write.appendsCrc && findPlaceOf({ ...write, appendsCrc: true }) !== null
    return [lacksCrc ? 'request_crc' : 'not_a_write']
  }
  const hasOwnCrc = write.includesUnitId && !write.appendsCrc
  if (hasOwnCrc && !hasValidCrc(request)) return ['request_crc']
  const first = place.valueAt + (write.includesUnitId ? 1 : 0)
  const marks = valuePlaces(write.requestHex)
  const areTogether = marks.every((mark, index) => mark >= first && mark === (marks[0] as number) + index)
  return areTogether ? [] : ['value_place']
}

/** What the request of a write changes; `null` where it is no whole write of coils or registers. */
export function findPlaceOf({
  requestHex,
  includesUnitId,
  appendsCrc,
}: Pick<WriteCommandDraft, 'requestHex' | 'includesUnitId' | 'appendsCrc'>): WrittenPlace | null {
  const request = parseHex(putValueBytes(requestHex, noBytes))
  const pdu = request?.subarray(includesUnitId ? 1 : 0, appendsCrc ? request.length : -2)
  return pdu === undefined ? null : findWrittenPlace(pdu)
}

function checkTarget(write: CheckedWrite): WriteProblem[] {
  const { pointName, setsTo, lowest, highest, usualLow, usualHigh, factoryValue } = write
  const problems: WriteProblem[] = []
  const isValued = takesValue(write)
  if (pointName === '' && (isValued || setsTo !== null)) problems.push('point_needed')
  const areBounded = lowest !== null && highest !== null && lowest <= highest
  const areFree = lowest === null && highest === null
  if (isValued ? !areBounded || setsTo !== null : !areFree) problems.push('bounds')
  const isMadeInside =
    areBounded && factoryValue !== null && lowest <= factoryValue && factoryValue <= highest
  if (factoryValue !== null && !isMadeInside) problems.push('factory')
  if (usualLow === null && usualHigh === null) return problems
  const isInside =
    areBounded &&
    usualLow !== null &&
    usualHigh !== null &&
    lowest <= usualLow &&
    usualLow <= usualHigh &&
    usualHigh <= highest
  return isInside ? problems : [...problems, 'usual']
}
