import { type Clock, hours, seconds } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import type { Db } from '../db/connect'
import { repeating } from '../tasks/repeating'
import { advanceBulletins, tidyBulletins } from './hand-over'

const LOOK_EVERY_MS = seconds(1)
const TIDY_EVERY_MS = hours(1)

interface Parts {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
}

/** Brings messages on their way until it is closed; of several servers each takes a share. */
export function startBulletins({ db, clock, log }: Parts): { close(): Promise<void> } {
  let isClosing = false
  const advancing = repeating(
    LOOK_EVERY_MS,
    async () => void (await advanceBulletins(db, clock.now(), () => isClosing)),
    log,
  )
  const tidying = repeating(TIDY_EVERY_MS, () => tidyBulletins(db, clock.now()), log)
  return {
    async close() {
      isClosing = true
      await Promise.all([advancing.stop(), tidying.stop()])
    },
  }
}
