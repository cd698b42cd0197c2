import type { TerminalId } from '@coldkeep/domain/ids'
import { expireBundles, takeDesired } from '../bundles/desired-bundles'
import { expirePictures } from '../cameras/settle-pictures'
import { endOverdue, takeQueued, takeSent } from '../commands/command-queries'
import { expirePublications } from '../instructions/expire-publications'
import type { Appearance } from '../messages/appearance'
import { eachStep } from '../tasks/each-step'
import { type Rounds, startRounds } from '../tasks/rounds'
import { expireReplacements } from '../terminals/replacement'
import { expireApprovals } from '../writes/expire-approvals'
import { auditExpiredWrites } from '../writes/follow-writes'
import { type PublisherParts, publisher } from './publisher'

/** Brings keys, commands and desired configurations to their terminals. */
export interface Dispatch extends Rounds {
  /** A terminal reported that it is online. */
  appeared(terminal: TerminalId, appearance: Appearance): void
}

const ROUND_MS = 1_000

export function startDispatch(parts: PublisherParts): Dispatch {
  const { db, clock, log } = parts
  const publish = publisher(parts)
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
            await auditExpiredWrites(trx, ended, now)
            await expirePictures(trx, now)
            await expireApprovals(trx, now)
            await expirePublications(trx, now)
            await expireReplacements(trx, now)
            return ended
          })
          for (const desired of await expireBundles(db, overdue, now)) await publish.desired(desired)
        },
        // first, so that what follows is believed
        keys: async () => {
          for (const [terminal, { keys }] of appeared) if (lacksKeys(keys)) await publish.keys(terminal)
        },
        desired: async () => {
          for (const desired of await takeDesired(db, appeared, now)) await publish.desired(desired)
        },
        sent: async () => {
          for (const command of await takeSent(db, terminals, now)) await publish.command(command)
        },
        queued: async () => {
          for (const command of await takeQueued(db, now)) await publish.command(command)
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
