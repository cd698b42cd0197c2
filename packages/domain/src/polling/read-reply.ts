import { MAX_RTU_BYTES } from '@coldkeep/modbus/function-code'
import { fail, ok, type Result } from '../result'
import { parseHex } from './parse-hex'

/** More than any frame has. */
export const MOST_REPLY_BYTES = MAX_RTU_BYTES

/** Why a text is no reply: no whole bytes in hexadecimal, or more than a frame has. */
export type ReplyTextProblem = 'malformed' | 'too_long'

/** The bytes of a reply that a person pasted; none for an empty text, which is silence. */
export function readReply(text: string): Result<Uint8Array, ReplyTextProblem> {
  const bytes = parseHex(text)
  if (bytes === null) return fail('malformed')
  return bytes.length > MOST_REPLY_BYTES ? fail('too_long') : ok(bytes)
}
