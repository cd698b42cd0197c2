import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import { type TryLimit, tryLimit } from '../access/try-limit'

/** Letters that can be requested without a sign-in: how often, and their writing once the answer has gone. */
export interface Letters {
  /** @throws Problem `request.too_many` */
  count(address: string, now: EpochMs): void
  /** Begins the work and does not wait for it; what fails is logged. */
  begin(work: () => Promise<void>): void
  /** Settles once nothing is under way. */
  settled(): Promise<void>
}

export function openLetters(log: Logger): Letters {
  const tries: TryLimit = tryLimit()
  const running = new Set<Promise<void>>()
  return {
    count: (address, now) => tries.count(address, now),
    begin(work) {
      const run = work()
        .catch((error: unknown) => log.error({ err: error }, 'letter not written'))
        .finally(() => running.delete(run))
      running.add(run)
    },
    async settled() {
      await Promise.all(running)
    },
  }
}
