import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import type { Timekeeper } from './timekeeper'

const LARGEST_DIFFERENCE_MS = 5_000
/** No box ran this program before: a clock that shows less has not been set since the power came. */
const EARLIEST_AT = epochMs(Date.UTC(2026, 0, 1))

/**
 * Whether readings get the right time. The box's own clock counts as right until the server contradicts it;
 * the server sends its time with every acknowledgement. A clock earlier than a time known to have been is not
 * set yet. An attacker on the broker can make acknowledgements up: no order is judged by this.
 */
export class ClockTrust {
  readonly #time: Pick<Timekeeper, 'now'>
  readonly #log: Logger
  #earliestAt = EARLIEST_AT
  #doesServerAgree: boolean | null = null

  constructor(time: Pick<Timekeeper, 'now'>, log: Logger) {
    this.#time = time
    this.#log = log
  }

  get isTrusted(): boolean {
    return this.#doesServerAgree ?? this.isSet
  }

  /** The box's clock is not earlier than a time known to have been. */
  get isSet(): boolean {
    return this.#time.now() >= this.#earliestAt
  }

  /** So late it was already when the program ran before. */
  raiseEarliest(at: EpochMs): void {
    if (at > this.#earliestAt) this.#earliestAt = at
  }

  compareWithServer(now: EpochMs): void {
    const wasTrusted = this.isTrusted
    const differenceMs = this.#time.now() - now
    this.#doesServerAgree = Math.abs(differenceMs) <= LARGEST_DIFFERENCE_MS
    if (this.#doesServerAgree === wasTrusted) return
    if (wasTrusted) this.#log.warn({ differenceMs }, 'clock differs from the server, readings are marked')
    else this.#log.info({ differenceMs }, 'clock agrees with the server again')
  }
}
