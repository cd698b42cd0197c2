import { appendCrc, hasValidCrc } from '@coldkeep/modbus/crc'
import { MAX_RTU_BYTES, MAX_UNIT_ID, MIN_UNIT_ID } from '@coldkeep/modbus/function-code'
import { isReadFrame } from '@coldkeep/modbus/request-rights'
import { fail, ok, type Result } from '../result'
import { parseHex } from './parse-hex'
import type { RequestText } from './poll-command'

/**
 * Why a command cannot be sent. `hex_malformed` no bytes, half bytes or other characters · `too_long` more
 * than 256 bytes with everything added · `unit_id_range` not 1 to 247, broadcast included ·
 * `unit_id_mismatch` the text begins with another unit id than the addressed one, so replies could not be
 * told apart.
 */
export type RequestProblem = 'hex_malformed' | 'too_long' | 'unit_id_range' | 'unit_id_mismatch'

/**
 * Bytes to put on the bus for one command to one unit.
 * @param unitId 1 to 247
 * @returns a problem instead of throwing: the table is what people typed
 */
export function buildRequest(command: RequestText, unitId: number): Result<Uint8Array, RequestProblem> {
  const body = parseHex(command.requestHex)
  if (body === null || body.length === 0) return fail('hex_malformed')
  if (!Number.isInteger(unitId) || unitId < MIN_UNIT_ID || unitId > MAX_UNIT_ID) return fail('unit_id_range')
  if (command.includesUnitId && body[0] !== unitId) return fail('unit_id_mismatch')
  const framed = command.includesUnitId ? body : Uint8Array.of(unitId, ...body)
  const bytes = command.appendsCrc ? appendCrc(framed) : framed
  return bytes.length > MAX_RTU_BYTES ? fail('too_long') : ok(bytes)
}

/**
 * Why a command is not polled. `crc_needed` without a valid CRC the end of the request is unknown ·
 * `not_a_read` it is not a whole request of a function that changes nothing.
 */
export type ReadRequestProblem = RequestProblem | 'crc_needed' | 'not_a_read'

/** The same for what is polled, run once or read back: bytes that change nothing in a device, whatever reads the reply. */
export function buildReadRequest(
  command: RequestText,
  unitId: number,
): Result<Uint8Array, ReadRequestProblem> {
  const frame = buildRequest(command, unitId)
  if (!frame.ok || isReadFrame(frame.value)) return frame
  return fail(hasValidCrc(frame.value) ? 'not_a_read' : 'crc_needed')
}
