import type { FieldCommand } from '@coldkeep/contract/mqtt/command'
import { PROTOCOL_VERSION, packMessage } from '@coldkeep/contract/mqtt/envelope'
import { type SignedMessage, signMessage } from '@coldkeep/contract/mqtt/signed'
import { downTopic } from '@coldkeep/contract/mqtt/topics'
import type { TerminalId } from '@coldkeep/domain/ids'
import type { Clock } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import { type DesiredRow, desiredOf } from '../bundles/desired-bundles'
import { putBack, type SentCommand } from '../commands/command-queries'
import type { FieldKeys } from '../commands/keys'
import type { Db } from '../db/connect'
import type { MessageSource } from '../messages/message-source'

export interface PublisherParts {
  readonly db: Db
  readonly source: Pick<MessageSource, 'publish'>
  readonly keys: FieldKeys
  /** What terminals receive that do not trust these keys yet. */
  readonly handovers: readonly SignedMessage[]
  readonly clock: Clock
  readonly log: Logger
}

/** Hands signed messages to the broker. What it does not take is logged, and comes again in a later round. */
interface Publisher {
  /** The way to the keys of this server, for a terminal that does not trust them yet. */
  keys(terminal: TerminalId): Promise<void>
  command(command: SentCommand): Promise<void>
  /** Retained: the broker passes it to a terminal that connects before this server hears of it. */
  desired(row: DesiredRow): Promise<void>
}

export function publisher({ db, source, keys, handovers, clock, log }: PublisherParts): Publisher {
  return {
    async keys(terminalId) {
      const message = packMessage({ v: PROTOCOL_VERSION, chain: handovers })
      try {
        await source.publish(downTopic(terminalId, 'key'), message, { qos: 1 })
        log.info({ terminalId }, 'keys sent')
      } catch (error) {
        log.warn({ err: error, terminalId }, 'keys not handed to the broker')
      }
    },
    async command(command) {
      const { terminalId, commandId, op } = command
      try {
        const message = packMessage(signMessage(contentOf(command), keys.signing))
        await source.publish(downTopic(terminalId, 'cmd'), message, { qos: 1 })
      } catch (error) {
        log.warn({ err: error, terminalId, command: commandId, op }, 'command not handed to the broker')
        await putBack(db, command, clock.now())
        return
      }
      log.info({ terminalId, command: commandId, op }, 'command sent')
    },
    async desired({ terminalId, desired }) {
      try {
        const message =
          desired === null
            ? new Uint8Array(0)
            : packMessage(signMessage(desiredOf(desired, clock.now()), keys.signing))
        await source.publish(downTopic(terminalId, 'cfg'), message, { qos: 1, retain: true })
      } catch (error) {
        log.warn({ err: error, terminalId }, 'desired configuration not handed to the broker')
      }
    },
  }
}

function contentOf({ commandId, terminalId, op, arg, createdAt, expiresAt }: SentCommand): FieldCommand {
  return {
    v: PROTOCOL_VERSION,
    id: commandId,
    tid: terminalId,
    op,
    iat: createdAt,
    exp: expiresAt,
    arg: { ...arg },
  }
}
