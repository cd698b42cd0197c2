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

/** A terminal asks every five minutes, after each connection, and when a command finds it without the time. */
const ANSWERS_PER_SECOND = 0.2
const MOST_AT_ONCE = 10

export interface TimeParts {
  readonly source: Pick<MessageSource, 'publish'>
  readonly keys: FieldKeys
  readonly clock: Clock
  readonly log: Logger
}

/** Answers a terminal that asked for the time. */
export type TellTime = (terminal: TerminalId, nonce: string) => void

/** Tells the time under the nonce of the question, signed, to the terminal that asked; more often than it needs it not. */
export function timeTeller({ source, keys, clock, log }: TimeParts): TellTime {
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
      // it asks again before it takes an order
      log.debug({ err: error, terminalId: terminal }, 'time not told')
    })
  }
}
