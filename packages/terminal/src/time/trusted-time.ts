import { type KeyObject, randomBytes } from 'node:crypto'
import { readSigned } from '@coldkeep/contract/mqtt/signed'
import { timeAnswer } from '@coldkeep/contract/mqtt/time'
import type { TerminalId } from '@coldkeep/domain/ids'
import { type EpochMs, epochMs, minutes, seconds } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import type { Timekeeper } from './timekeeper'

const NONCE_BYTES = 16
/** An answer that took longer is none: the time would run too far ahead. */
const LONGEST_ROUND_MS = seconds(10)
/** Three states without an answer; until then the drift of the clock is far below a second. */
const LONGEST_TRUST_MS = minutes(15)
/** The wall clock went on so much further: the machine has slept, and its other clock with it. */
const LONGEST_SLEEP_MS = seconds(5)

export interface TrustedTimeParts {
  readonly terminalId: TerminalId
  readonly trusted: { readonly byName: ReadonlyMap<string, KeyObject> }
  readonly time: Timekeeper
  readonly log: Logger
  /** Lets the next question go out at once. */
  requestNow(): void
  /**
   * The server has reported its time: that of the request or a little later. `requestedMs` by the monotonic
   * clock.
   */
  timeReported(serverAt: EpochMs, requestedMs: number): void
}

interface TimeRequest {
  readonly nonce: string
  readonly requestedMs: number
}

interface ReportedTime {
  readonly serverAt: EpochMs
  readonly requestedMs: number
  /** What the wall clock was ahead of the other when the answer came. */
  readonly aheadMs: number
}

/**
 * The server's time, from signed answers to this terminal's own requests alone. It is counted from the moment
 * of the request: an attacker who delays an answer makes it later than it is, never earlier, so that no order
 * lives longer. It runs on a monotonic clock.
 */
export class TrustedTime {
  readonly #parts: TrustedTimeParts
  #request: TimeRequest | null = null
  #reported: ReportedTime | null = null
  readonly #waiting = new Set<() => void>()

  constructor(parts: TrustedTimeParts) {
    this.#parts = parts
  }

  /** Null where it is not known, or not any more. */
  now(): EpochMs | null {
    if (this.#reported === null) return null
    const { serverAt, requestedMs, aheadMs } = this.#reported
    const sinceMs = this.#parts.time.elapsedMs() - requestedMs
    if (sinceMs > LONGEST_TRUST_MS || this.#aheadMs() - aheadMs > LONGEST_SLEEP_MS) return null
    return epochMs(Math.ceil(serverAt + sinceMs))
  }

  /**
   * The same; where it is not known it is requested from the server, and its answer waited for as long as one
   * may take.
   */
  async known(): Promise<EpochMs | null> {
    const now = this.now()
    if (now !== null) return now
    const { time, requestNow } = this.#parts
    if (!this.#isAwaited()) requestNow()
    await new Promise<void>((resolve) => {
      const cancel = time.after(LONGEST_ROUND_MS, () => wake())
      const wake = () => {
        cancel()
        this.#waiting.delete(wake)
        resolve()
      }
      this.#waiting.add(wake)
    })
    return this.now()
  }

  /** A nonce for the next state. The one before is not waited for any more. */
  nextNonce(): string {
    const nonce = randomBytes(NONCE_BYTES).toString('hex')
    this.#request = { nonce, requestedMs: this.#parts.time.elapsedMs() }
    return nonce
  }

  /** A message of `dn/time`. */
  receive(bytes: Uint8Array): void {
    const { terminalId, trusted, time, log } = this.#parts
    const read = readSigned(timeAnswer, bytes, trusted.byName)
    if (!read.ok) {
      log.warn({ code: read.problem }, 'time dropped')
      return
    }
    const { tid, nonce, now } = read.value
    const request = this.#request
    // several servers answer the same question: all but the first come for nothing
    if (request === null || tid !== terminalId || nonce !== request.nonce || !this.#isAwaited()) return
    this.#request = null
    this.#reported = { serverAt: epochMs(now), requestedMs: request.requestedMs, aheadMs: this.#aheadMs() }
    log.debug({ roundMs: Math.round(time.elapsedMs() - request.requestedMs) }, 'time received')
    this.#parts.timeReported(this.#reported.serverAt, request.requestedMs)
    this.#wakeAll()
  }

  /** Releases everyone who waits. */
  stop(): void {
    this.#wakeAll()
  }

  #wakeAll(): void {
    for (const wake of [...this.#waiting]) wake()
  }

  #isAwaited(): boolean {
    const { time } = this.#parts
    return this.#request !== null && time.elapsedMs() - this.#request.requestedMs <= LONGEST_ROUND_MS
  }

  #aheadMs(): number {
    const { time } = this.#parts
    return time.now() - time.elapsedMs()
  }
}
