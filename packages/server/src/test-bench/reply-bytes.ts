import { type FieldProblem, Problem } from '@coldkeep/contract/problem'
import { type ReplyTextProblem, readReply } from '@coldkeep/domain/polling/read-reply'

/**
 * The bytes of a pasted reply; none where it is empty.
 * @throws Problem at `reply_hex`
 */
export function replyBytes(replyHex: string): Uint8Array {
  const reply = readReply(replyHex)
  if (!reply.ok) throw new Problem('request.malformed', {}, { replyHex: faults[reply.problem] })
  return reply.value
}

const faults: Readonly<Record<ReplyTextProblem, FieldProblem>> = { malformed: 'format', too_long: 'length' }
