import type { Clock, EpochMs } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'

const LARGEST_DIFFERENCE_MS = 5_000

/**
 * Whether the box knows what time it is. Its own clock counts as right until the server says otherwise; the server
 * says its time with every acknowledgement.
 */
export class ClockTrust {
  readonly #clock: Clock
  readonly #log: Logger
  #isTrusted = true

  constructor(clock: Clock, log: Logger) {
    this.#clock = clock
    this.#log = log
  }

  get isTrusted(): boolean {
    return this.#isTrusted
  }

  serverSaid(now: EpochMs): void {
    const differenceMs = this.#clock.now() - now
    const isTrusted = Math.abs(differenceMs) <= LARGEST_DIFFERENCE_MS
    if (isTrusted === this.#isTrusted) return
    this.#isTrusted = isTrusted
    if (isTrusted) this.#log.info({ differenceMs }, 'clock agrees with the server again')
    else this.#log.warn({ differenceMs }, 'clock differs from the server, readings are marked')
  }
}
