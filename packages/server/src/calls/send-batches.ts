import { Readable } from 'node:stream'
import type { AccountId } from '@coldkeep/domain/ids'
import type { FastifyReply } from 'fastify'
import type { HttpLimits } from '../http/limits'
import type { Turns } from '../http/turns'

export interface BatchSending {
  readonly reply: FastifyReply
  readonly turns: Turns
  readonly limits: Pick<HttpLimits, 'takenWithinMs'>
  readonly accountId: AccountId
  /** The reader has disconnected. */
  readonly gone: AbortSignal
}

/**
 * The stream of a file that is made batch by batch. It ends when the reader disconnects, and disconnects one who takes
 * nothing for too long.
 * @throws Problem `request.busy` where as many files of this account are made as may be
 */
export function streamOfBatches(
  batches: AsyncIterable<string>,
  { reply, turns, limits, accountId, gone }: BatchSending,
): Readable {
  const done = turns.beginFile(accountId)
  const stream = Readable.from(inTurns(batches, (make) => turns.resume(accountId, gone, make)))
  stream.once('close', done)
  reply.raw.setTimeout(limits.takenWithinMs, () => reply.raw.destroy())
  return stream
}

async function* inTurns(
  batches: AsyncIterable<string>,
  take: <Done>(make: () => Promise<Done>) => Promise<Done>,
): AsyncGenerator<string> {
  const parts = batches[Symbol.asyncIterator]()
  try {
    for (;;) {
      const part = await take(() => parts.next())
      if (part.done) return
      yield part.value
    }
  } finally {
    await parts.return?.()
  }
}
