import { PROTOCOL_VERSION, packMessage } from '@coldkeep/contract/mqtt/envelope'
import { signMessage } from '@coldkeep/contract/mqtt/signed'
import type { TimeAnswer } from '@coldkeep/contract/mqtt/time'
import { downTopic } from '@coldkeep/contract/mqtt/topics'
import type { TerminalId } from '@coldkeep/domain/ids'
import { buckets } from '@coldkeep/domain/intake/buckets'
import type { Clock } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import type { FieldKeys } from '../commands/keys'
import type { MessageSource } from '../messages/message-source'

/**
 * A terminal requests it every five minutes, after each connection, and when a command arrives while it lacks
 * the time.
 */
const ANSWERS_PER_SECOND = 0.2
const MOST_AT_ONCE = 10

export interface TimeParts {
  readonly source: Pick<MessageSource, 'publish'>
  readonly keys: FieldKeys
  readonly clock: Clock
  readonly log: Logger
}

/** Answers a terminal that requested the time. */
export type SendTime = (terminal: TerminalId, nonce: string) => void

/**
 * Sends the signed time under the nonce of the request to the terminal that sent it; requests beyond its
 * needs are ignored.
 */
export function timeSender({ source, keys, clock, log }: TimeParts): SendTime {
  const answers = buckets(ANSWERS_PER_SECOND, MOST_AT_ONCE, clock)
  return (terminal, nonce) => {
    if (!answers.take(terminal, 1)) return
    const answer: TimeAnswer = {
      v: PROTOCOL_VERSION,
      op: 'time.tell',
      tid: terminal,
      nonce,
      now: clock.now(),
    }
    const message = packMessage(signMessage(answer, keys.signing))
    source.publish(downTopic(terminal, 'time'), message).catch((error: unknown) => {
      // it requests it again before it takes an order
      log.debug({ err: error, terminalId: terminal }, 'time not sent')
    })
  }
}
