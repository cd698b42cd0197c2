import { hasValidCrc } from '@coldkeep/modbus/crc'
import { functionCode, MAX_RTU_BYTES } from '@coldkeep/modbus/function-code'
import { fitsSize, isBitFormat, isTextFormat } from '@coldkeep/modbus/register-value'
import { parseRequestPdu, replyLengthBytes } from '@coldkeep/modbus/request'
import { isReadPdu } from '@coldkeep/modbus/request-rights'
import { parseHex } from './parse-hex'
import type { DecoderId, PointDefinitionDraft, PollCommandDraft } from './poll-command'
import { payloadLengthBytes } from './reply-payload'

/**
 * What is wrong with a command. `response_length_range` not 0 to 256 · `response_length` another length than
 * the request asks for · `decoder` registers read as bits or bits as registers · `hex_malformed` · `too_long`
 * · `crc_wrong` a text that brings its own CRC, and another one · `not_a_read` not a whole request of a
 * function that changes nothing, whatever reads the reply.
 */
export type CommandProblem =
  | 'hex_malformed'
  | 'too_long'
  | 'response_length_range'
  | 'response_length'
  | 'crc_wrong'
  | 'not_a_read'
  | 'decoder'

/**
 * What is wrong with a point. `position` not a whole number from 1 · `position_repeated` · `skip` negative or
 * broken · `slice_size` what is left of the payload does not fit the format · `divisor` 0 or no number ·
 * `multiplier` no number · `name_repeated` · `overlap` shares bytes with another number without being the same.
 */
export type PointProblem =
  | 'position'
  | 'position_repeated'
  | 'name_repeated'
  | 'skip'
  | 'slice_size'
  | 'divisor'
  | 'multiplier'
  | 'overlap'

/** A finding; `pointIndex` counts from 0 in the given order and is null for the command itself. */
export type TableFinding =
  | { readonly pointIndex: null; readonly problem: CommandProblem; readonly isError: boolean }
  | { readonly pointIndex: number; readonly problem: PointProblem; readonly isError: boolean }

type CheckedCommand = Pick<
  PollCommandDraft,
  'requestHex' | 'includesUnitId' | 'appendsCrc' | 'responseLengthBytes' | 'decoderId'
>

const warnings: readonly (CommandProblem | PointProblem)[] = ['response_length', 'name_repeated', 'overlap']

/**
 * Everything that is wrong in one command and its points, so that a person sees all of it at once. Errors
 * make the table unusable; warnings (`isError` false) may be intended: a device may answer otherwise than the
 * standard says.
 */
export function checkPollTable(
  command: CheckedCommand,
  points: readonly PointDefinitionDraft[],
): readonly TableFinding[] {
  const ofCommand = commandProblems(command).map((problem) => finding(null, problem))
  const payloadBytes =
    command.responseLengthBytes > 0
      ? payloadLengthBytes(command.decoderId, command.responseLengthBytes)
      : null
  const ofPoints = points.flatMap((point, index) =>
    pointProblems(point, points.slice(0, index), payloadBytes).map((problem) => finding(index, problem)),
  )
  return [...ofCommand, ...ofPoints]
}

function finding(pointIndex: number | null, problem: CommandProblem | PointProblem): TableFinding {
  return { pointIndex, problem, isError: !warnings.includes(problem) } as TableFinding
}

function commandProblems(command: CheckedCommand): CommandProblem[] {
  const problems: CommandProblem[] = []
  const text = parseHex(command.requestHex)
  const length = command.responseLengthBytes
  const isLengthInRange = Number.isInteger(length) && length >= 0 && length <= MAX_RTU_BYTES
  if (!isLengthInRange) problems.push('response_length_range')
  if (text === null || text.length === 0) return [...problems, 'hex_malformed']
  const sentBytes = text.length + (command.includesUnitId ? 0 : 1) + (command.appendsCrc ? 2 : 0)
  if (sentBytes > MAX_RTU_BYTES) return [...problems, 'too_long']

  const pdu = text.subarray(command.includesUnitId ? 1 : 0, command.appendsCrc ? text.length : -2)
  if (command.includesUnitId && !command.appendsCrc && !hasValidCrc(text)) return [...problems, 'crc_wrong']
  if (!isReadPdu(pdu)) return [...problems, 'not_a_read']
  if (command.decoderId > 2) return problems
  if (!isReadableBy(command.decoderId, pdu[0] as number)) return [...problems, 'decoder']
  const request = parseRequestPdu(pdu)
  const isExpected = request.kind === 'refused' || length === 0 || replyLengthBytes(request) === length
  if (isLengthInRange && !isExpected) problems.push('response_length')
  return problems
}

function isReadableBy(decoderId: DecoderId, code: number): boolean {
  const { readCoils, readDiscreteInputs, readHoldingRegisters, readInputRegisters } = functionCode
  return decoderId === 1
    ? code === readHoldingRegisters || code === readInputRegisters
    : code === readCoils || code === readDiscreteInputs
}

function pointProblems(
  point: PointDefinitionDraft,
  before: readonly PointDefinitionDraft[],
  payloadBytes: number | null,
): PointProblem[] {
  const problems: PointProblem[] = []
  if (!Number.isInteger(point.position) || point.position < 1) problems.push('position')
  if (before.some((other) => other.position === point.position)) problems.push('position_repeated')
  if (before.some((other) => other.name === point.name)) problems.push('name_repeated')
  if (!Number.isFinite(point.divisor) || point.divisor === 0) problems.push('divisor')
  if (!Number.isFinite(point.multiplier)) problems.push('multiplier')
  const skips = [point.skipLeadingBytes, point.skipTrailingBytes]
  if (!skips.every((skip) => Number.isInteger(skip) && skip >= 0)) return [...problems, 'skip']
  if (payloadBytes === null) return problems
  const sizeBytes = payloadBytes - point.skipLeadingBytes - point.skipTrailingBytes
  if (!fitsSize(point.numericFormat, sizeBytes)) problems.push('slice_size')
  else if (before.some((other) => overlaps(point, other, payloadBytes))) problems.push('overlap')
  return problems
}

/** Bits share their register and texts show bytes in another way, so only numbers can overlap by mistake. */
function overlaps(a: PointDefinitionDraft, b: PointDefinitionDraft, payloadBytes: number): boolean {
  const isNumber = (point: PointDefinitionDraft) =>
    !isBitFormat(point.numericFormat) && !isTextFormat(point.numericFormat)
  if (!isNumber(a) || !isNumber(b)) return false
  const endOf = (point: PointDefinitionDraft) => payloadBytes - point.skipTrailingBytes
  const isSame = a.skipLeadingBytes === b.skipLeadingBytes && endOf(a) === endOf(b)
  return !isSame && a.skipLeadingBytes < endOf(b) && b.skipLeadingBytes < endOf(a)
}
