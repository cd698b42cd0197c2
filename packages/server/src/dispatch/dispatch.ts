import type { FieldCommand } from '@coldkeep/contract/mqtt/command'
import { PROTOCOL_VERSION, packMessage } from '@coldkeep/contract/mqtt/envelope'
import { type SignedMessage, signMessage } from '@coldkeep/contract/mqtt/signed'
import { downTopic } from '@coldkeep/contract/mqtt/topics'
import type { TerminalId } from '@coldkeep/domain/ids'
import type { Clock } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import { expireBundles, takeWanted, type WantedRow, wantedOf } from '../bundles/wanted-bundles'
import { endOverdue, putBack, type SentCommand, takeQueued, takeSent } from '../commands/command-queries'
import type { FieldKeys } from '../commands/keys'
import type { Db } from '../db/connect'
import { expirePublications } from '../instructions/expire-publications'
import type { Appearance } from '../messages/appearance'
import type { MessageSource } from '../messages/message-source'
import { eachStep } from '../tasks/each-step'
import { type Rounds, startRounds } from '../tasks/rounds'
import { expireReplacements } from '../terminals/replacement'
import { expireApprovals } from '../writes/expire-approvals'
import { noteExpiredWrites } from '../writes/follow-writes'

export interface DispatchParts {
  readonly db: Db
  readonly source: Pick<MessageSource, 'publish'>
  readonly keys: FieldKeys
  /** What terminals are told that do not trust these keys yet. */
  readonly handovers: readonly SignedMessage[]
  readonly clock: Clock
  readonly log: Logger
}

/** Brings keys, commands and wanted configurations to their terminals. */
export interface Dispatch extends Rounds {
  /** A terminal said that it is there. */
  appeared(terminal: TerminalId, appearance: Appearance): void
}

const ROUND_MS = 1_000

export function startDispatch(parts: DispatchParts): Dispatch {
  const { db, clock, log } = parts
  const newcomers = new Map<TerminalId, Appearance>()

  async function once(): Promise<void> {
    const now = clock.now()
    const appeared = new Map(newcomers)
    newcomers.clear()
    try {
      const terminals = [...appeared.keys()]
      await eachStep(log, {
        overdue: async () => {
          const overdue = await db.transaction().execute(async (trx) => {
            const ended = await endOverdue(trx, now)
            await noteExpiredWrites(trx, ended, now)
            await expireApprovals(trx, now)
            await expirePublications(trx, now)
            await expireReplacements(trx, now)
            return ended
          })
          for (const wanted of await expireBundles(db, overdue, now)) await publishWanted(wanted)
        },
        // first, so that what follows is believed
        keys: async () => {
          for (const [terminal, { keys }] of appeared) if (lacksKeys(keys)) await publishKeys(terminal)
        },
        wanted: async () => {
          for (const wanted of await takeWanted(db, appeared, now)) await publishWanted(wanted)
        },
        sent: async () => {
          for (const command of await takeSent(db, terminals, now)) await publishCommand(command)
        },
        queued: async () => {
          for (const command of await takeQueued(db, now)) await publishCommand(command)
        },
      })
    } catch (error) {
      for (const [terminal, appearance] of appeared) {
        if (!newcomers.has(terminal)) newcomers.set(terminal, appearance)
      }
      throw error
    }
  }

  function lacksKeys(trusted: readonly string[] | null): boolean {
    return trusted !== null && !parts.keys.publicKeys().every(({ k }) => trusted.includes(k))
  }

  async function publishKeys(terminalId: TerminalId): Promise<void> {
    const message = packMessage({ v: PROTOCOL_VERSION, chain: parts.handovers })
    try {
      await parts.source.publish(downTopic(terminalId, 'key'), message, { qos: 1 })
      log.info({ terminalId }, 'keys told')
    } catch (error) {
      log.warn({ err: error, terminalId }, 'keys not handed to the broker')
    }
  }

  async function publishCommand(command: SentCommand): Promise<void> {
    const { terminalId, commandId, op } = command
    try {
      const message = packMessage(signMessage(contentOf(command), parts.keys.signing))
      await parts.source.publish(downTopic(terminalId, 'cmd'), message, { qos: 1 })
    } catch (error) {
      log.warn({ err: error, terminalId, command: commandId, op }, 'command not handed to the broker')
      await putBack(db, command, clock.now())
      return
    }
    log.info({ terminalId, command: commandId, op }, 'command sent')
  }

  /** Retained: the broker tells it again to a terminal that connects before this server hears of it. */
  async function publishWanted({ terminalId, wanted }: WantedRow): Promise<void> {
    try {
      const message =
        wanted === null
          ? new Uint8Array(0)
          : packMessage(signMessage(wantedOf(wanted, clock.now()), parts.keys.signing))
      await parts.source.publish(downTopic(terminalId, 'cfg'), message, { qos: 1, retain: true })
    } catch (error) {
      log.warn({ err: error, terminalId }, 'wanted configuration not handed to the broker')
    }
  }

  const rounds = startRounds(ROUND_MS, once, (error) =>
    log.error({ err: error }, 'commands could not be sent'),
  )
  return {
    ...rounds,
    appeared(terminal, appearance) {
      newcomers.set(terminal, appearance)
      rounds.wake()
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
