import { type EpochMs, epochMs, later, minutes } from '@coldkeep/domain/time/instant'
import { LONGEST_WAIT_MS, type Timekeeper } from '../time/timekeeper'

const MINUTE_MS = minutes(1)

/**
 * Records that the box was alive: while connected the connection shows it, otherwise every minute without a
 * message gets an empty one, so that an outage filled in later is not taken for a box that was off.
 */
export class Heartbeat {
  readonly #time: Timekeeper
  readonly #recordAlive: (minute: EpochMs) => void
  #isConnected = false
  #wasOffline = true
  #hasMessage = false
  #cancel = () => {}

  constructor(time: Timekeeper, recordAlive: (minute: EpochMs) => void) {
    this.#time = time
    this.#recordAlive = recordAlive
  }

  start(): void {
    this.#arm(startOfMinute(this.#time.now()))
  }

  stop(): void {
    this.#cancel()
  }

  connectionChanged(isConnected: boolean): void {
    this.#isConnected = isConnected
    if (!isConnected) this.#wasOffline = true
  }

  /** A message with readings of this time lies in the outbox. */
  messageMade(at: EpochMs): void {
    if (startOfMinute(at) === startOfMinute(this.#time.now())) this.#hasMessage = true
  }

  #arm(minute: EpochMs): void {
    const waitMs = Math.min(LONGEST_WAIT_MS, Math.max(0, later(minute, MINUTE_MS) - this.#time.now()))
    this.#cancel = this.#time.after(waitMs, () => this.#look(minute))
  }

  #look(minute: EpochMs): void {
    const current = startOfMinute(this.#time.now())
    if (current !== minute) {
      if (this.#wasOffline && !this.#hasMessage) this.#recordAlive(minute)
      this.#wasOffline = !this.#isConnected
      this.#hasMessage = false
    }
    this.#arm(current)
  }
}

function startOfMinute(at: EpochMs): EpochMs {
  return epochMs(Math.floor(at / MINUTE_MS) * MINUTE_MS)
}
