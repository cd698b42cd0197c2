import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { fail, ok, type Result } from '@coldkeep/domain/result'
import * as z from 'zod/mini'

/** On the wire a message is JSON text, or 0x01 and the raw deflate of JSON text where that is shorter. */
const DEFLATED = 0x01
const PLAIN_UP_TO_BYTES = 512
export const MAX_WIRE_BYTES = 128 * 1024
const MAX_INFLATED_BYTES = 1024 * 1024
export const PROTOCOL_VERSION = 1

/** Why a message cannot be taken: its size, its form, its protocol version. */
export type EnvelopeProblem = 'E_SIZE' | 'E_FORM' | 'E_VERSION'

export function packMessage(message: object): Uint8Array {
  const text = Buffer.from(JSON.stringify(message), 'utf8')
  if (text.length <= PLAIN_UP_TO_BYTES) return text
  return Buffer.concat([Uint8Array.of(DEFLATED), deflateRawSync(text)])
}

/** Text of the message; inflating stops at 1 MiB, so that a small message cannot blow up memory. */
export function unpackMessage(bytes: Uint8Array): Result<unknown, EnvelopeProblem> {
  if (bytes.length > MAX_WIRE_BYTES) return fail('E_SIZE')
  try {
    if (bytes[0] === 0x7b) return ok(JSON.parse(Buffer.from(bytes).toString('utf8')))
    if (bytes[0] !== DEFLATED) return fail('E_FORM')
    const text = inflateRawSync(bytes.subarray(1), { maxOutputLength: MAX_INFLATED_BYTES })
    return ok(JSON.parse(text.toString('utf8')))
  } catch (error) {
    return fail(isTooLarge(error) ? 'E_SIZE' : 'E_FORM')
  }
}

/** Unpacks and checks a message of one kind. Unknown fields are ignored, another `v` is E_VERSION. */
export function readMessage<Shape extends z.ZodMiniType>(
  shape: Shape,
  bytes: Uint8Array,
): Result<z.output<Shape>, EnvelopeProblem> {
  const unpacked = unpackMessage(bytes)
  if (!unpacked.ok) return unpacked
  const content = unpacked.value
  if (typeof content !== 'object' || content === null || !('v' in content)) return fail('E_FORM')
  if (content.v !== PROTOCOL_VERSION) return fail('E_VERSION')
  const checked = z.safeDecode(shape, content as never)
  return checked.success ? ok(checked.data) : fail('E_FORM')
}

function isTooLarge(error: unknown): boolean {
  return error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
}
