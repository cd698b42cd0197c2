import { isBitFormat, isTextFormat, numberSizeBytes } from '@coldkeep/modbus/register-value'
import { decodePoint, encodePoint } from '../points/decode-point'
import { fail, ok, type Result } from '../result'
import { findPlaceOf, takesValue } from './check-write-row'
import type { ModelCommand, ModelPoint, ModelTables, ModelWrite } from './device-model'
import { countValueBytes, parseHex, putValueBytes } from './parse-hex'
import { headBytesOf } from './reply-payload'

/**
 * The point of a write: unknown in the model, in a format that no value can be written in, in other registers than those
 * that are written, or bounds or a factory value beyond it.
 */
export type WrittenPointProblem =
  | 'write_point_unknown'
  | 'write_point_format'
  | 'write_point_elsewhere'
  | 'write_bounds_format'

/** A point and the command that reads it. */
export interface ReadPoint {
  readonly command: ModelCommand
  readonly point: ModelPoint
}

/** Names are unique in a model. */
export function findPoint(commands: ModelTables['commands'], name: string): ReadPoint | null {
  for (const command of commands) {
    const point = command.points.find((one) => one.name === name)
    if (point !== undefined) return { command, point }
  }
  return null
}

/** What is wrong with the point that a write names. */
export function checkWrittenPoint(
  write: ModelWrite,
  commands: ModelTables['commands'],
): readonly WrittenPointProblem[] {
  if (write.pointName === '') return []
  const found = findPoint(commands, write.pointName)
  if (found === null) return ['write_point_unknown']
  const { numericFormat } = found.point
  if (isTextFormat(numericFormat)) return ['write_point_format']
  if (!takesValue(write)) return []
  // other bits of the same register would be written with it
  if (isBitFormat(numericFormat)) return ['write_point_format']
  if (countValueBytes(write.requestHex) !== numberSizeBytes(numericFormat)) return ['write_point_format']
  if (!isWhereWritten(write, found, numberSizeBytes(numericFormat))) return ['write_point_elsewhere']
  const named = [write.lowest, write.highest, write.factoryValue].filter((value) => value !== null)
  return named.every((value) => encodeValue(value, found.point) !== null) ? [] : ['write_bounds_format']
}

/** True where the registers that are written are among those that the point is read from. */
function isWhereWritten(write: ModelWrite, { command, point }: ReadPoint, sizeBytes: number): boolean {
  const place = findPlaceOf(write)
  const request = parseHex(command.requestHex)?.subarray(command.includesUnitId ? 1 : 0)
  // what is wrong with the texts themselves is reported for them
  if (place === null || request === undefined || request.length < 3) return true
  const address = ((request[1] as number) << 8) | (request[2] as number)
  const skippedBytes = point.skipLeadingBytes - headBytesOf(command.decoderId)
  const first = address + Math.floor(skippedBytes / 2)
  const last = address + Math.ceil((skippedBytes + sizeBytes) / 2) - 1
  return place.kind === 'registers' && first <= place.address && place.address + place.count - 1 <= last
}

/** Why a value cannot be written: none is given or none is taken; out of bounds; between two steps of the device. */
export type ValueProblem = 'missing' | 'not_taken' | 'range' | 'step'

type FilledTexts = Pick<ModelWrite, 'requestHex' | 'expectedReplyHex'>

/**
 * The texts of a write with a value in them.
 * @param point as which the value is read back; it decides how the bytes are made
 */
export function fillWrite(
  write: ModelWrite,
  point: ModelPoint | null,
  value: number | null,
): Result<FilledTexts, ValueProblem> {
  const { requestHex, expectedReplyHex, lowest, highest } = write
  if (!takesValue(write)) return value === null ? ok({ requestHex, expectedReplyHex }) : fail('not_taken')
  if (value === null || point === null) return fail('missing')
  const isInside = lowest !== null && highest !== null && lowest <= value && value <= highest
  if (!isInside) return fail('range')
  const bytes = encodeValue(value, point)
  if (bytes === null) return fail('step')
  return ok({
    requestHex: putValueBytes(requestHex, bytes),
    expectedReplyHex: putValueBytes(expectedReplyHex, bytes),
  })
}

/** Exactly the value or nothing: a rounded value would not be read back as it was requested. */
function encodeValue(value: number, layout: ModelPoint): Uint8Array | null {
  const { numericFormat } = layout
  if (isBitFormat(numericFormat) || isTextFormat(numericFormat)) return null
  const alone = { ...layout, skipLeadingBytes: 0, skipTrailingBytes: 0 }
  const bytes = encodePoint(new Uint8Array(numberSizeBytes(numericFormat)), alone, value)
  return bytes !== null && isSame(decodePoint(bytes, alone).value, value) ? bytes : null
}

/** A float of 32 bits is read back as the nearest one. */
const RELATIVE_TOLERANCE = 1e-6

/** True where a value that was read is the expected one. */
export function isSame(read: number | null, expected: number): boolean {
  return read !== null && Math.abs(read - expected) <= RELATIVE_TOLERANCE * Math.max(1, Math.abs(expected))
}
