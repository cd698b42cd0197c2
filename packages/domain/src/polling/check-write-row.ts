import { MAX_RTU_BYTES } from '@coldkeep/modbus/function-code'
import { parseHex, parseHexPattern } from './parse-hex'
import type { WriteCommandDraft } from './poll-command'

/**
 * What is wrong with a write. `request` or `reply` `_malformed` no bytes, half bytes or other characters · `_too_long`
 * more than 256 bytes with everything added.
 */
export type WriteProblem = 'request_malformed' | 'request_too_long' | 'reply_malformed' | 'reply_too_long'

type CheckedWrite = Pick<
  WriteCommandDraft,
  'requestHex' | 'expectedReplyHex' | 'includesUnitId' | 'appendsCrc' | 'replyHasCrc'
>

/** Everything that is wrong in one write; each makes it unusable. */
export function checkWriteRow(write: CheckedWrite): readonly WriteProblem[] {
  const unitBytes = write.includesUnitId ? 0 : 1
  const request = parseHex(write.requestHex)
  const reply = parseHexPattern(write.expectedReplyHex)
  const problems: WriteProblem[] = []
  if (request === null || request.length === 0) problems.push('request_malformed')
  else if (request.length + unitBytes + (write.appendsCrc ? 2 : 0) > MAX_RTU_BYTES)
    problems.push('request_too_long')
  if (reply === null || reply.length === 0) problems.push('reply_malformed')
  else if (reply.length + unitBytes + (write.replyHasCrc ? 2 : 0) > MAX_RTU_BYTES)
    problems.push('reply_too_long')
  return problems
}
