import { type EpochMs, epochMs, later } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import type { Timekeeper } from './timekeeper'

const LARGEST_DIFFERENCE_MS = 5_000
/** No box ran this program before: a clock that says so has not been set since the power came. */
const EARLIEST_AT = epochMs(Date.UTC(2026, 0, 1))

/**
 * Whether the box knows what time it is. Its own clock counts as right until the server says otherwise; the server
 * says its time with every acknowledgement. A clock that stands before a time known to have been is not set yet.
 */
export class ClockTrust {
  readonly #time: Pick<Timekeeper, 'now'>
  readonly #log: Logger
  #earliestAt = EARLIEST_AT
  #doesServerAgree: boolean | null = null
  #aheadMs: number | null = null

  constructor(time: Pick<Timekeeper, 'now'>, log: Logger) {
    this.#time = time
    this.#log = log
  }

  get isTrusted(): boolean {
    return this.#doesServerAgree ?? this.#time.now() >= this.#earliestAt
  }

  /** The box's own time where it is trusted, else the server's as far as it was told; null where neither is known. */
  get bestTime(): EpochMs | null {
    if (this.isTrusted) return this.#time.now()
    return this.#aheadMs === null ? null : later(this.#time.now(), -this.#aheadMs)
  }

  /** So late it was already when the program ran before. */
  knownToHaveBeen(at: EpochMs): void {
    if (at > this.#earliestAt) this.#earliestAt = at
  }

  serverSaid(now: EpochMs): void {
    const wasTrusted = this.isTrusted
    const differenceMs = this.#time.now() - now
    this.#aheadMs = differenceMs
    this.#doesServerAgree = Math.abs(differenceMs) <= LARGEST_DIFFERENCE_MS
    if (this.#doesServerAgree === wasTrusted) return
    if (wasTrusted) this.#log.warn({ differenceMs }, 'clock differs from the server, readings are marked')
    else this.#log.info({ differenceMs }, 'clock agrees with the server again')
  }
}
