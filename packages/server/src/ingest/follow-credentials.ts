import { type Clock, later, seconds } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import type { Db } from '../db/connect'
import type { MessageSource } from '../messages/message-source'
import { repeating } from '../tasks/repeating'
import { selectChanged } from '../terminals/credential-queries'

const LOOK_EVERY_MS = 1_000
/** Clocks of servers differ, and a sign-in may be under way while its credential is changed. */
const LOOK_BACK_MS = seconds(10)

/** Each second ends the connections whose credential was changed a moment ago, by whichever server. */
export function followCredentials(
  db: Db,
  source: Pick<MessageSource, 'connected' | 'recheck'>,
  clock: Clock,
  log: Logger,
): { stop(): Promise<void> } {
  // where an outside broker has the connections there is nothing to end here
  if (source.connected() === null) return { stop: async () => {} }
  return repeating(
    LOOK_EVERY_MS,
    async () => source.recheck(await selectChanged(db, later(clock.now(), -LOOK_BACK_MS))),
    log,
  )
}
