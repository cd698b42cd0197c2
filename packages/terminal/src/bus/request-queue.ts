import { REST_AFTER_TIMEOUT_MS } from '@coldkeep/domain/polling/timing'
import { isReadFrame, isWriteFrame } from '@coldkeep/modbus/request-rights'
import { type BusOutcome, type BusRequest, isSent, priorities } from './bus'

/** A line that never falls silent must not stop the polling for ever. */
const LONGEST_REST_MS = 5 * REST_AFTER_TIMEOUT_MS

interface Waiting {
  readonly request: BusRequest
  readonly answer: (outcome: BusOutcome) => void
}

export interface ExchangeLine {
  /** Sends one request and waits for its end. Never rejects. */
  exchange(request: BusRequest): Promise<BusOutcome>
  /** When the last byte came, from whichever unit; monotonic. */
  lastByteAtMs(): number
  /** Silence between two frames. */
  readonly frameSilenceMs: number
}

/** One request in flight; the others wait by priority and arrival, and between frames the line has its silence. */
export class RequestQueue {
  readonly #line: ExchangeLine
  readonly #waiting = { write: [], single: [], polling: [] } as Record<BusRequest['priority'], Waiting[]>
  #running: Promise<void> | null = null
  #isStopped = false
  #endRest: () => void = () => {}
  #restUntilMs = 0
  #afterTimeoutMs: number | null = null

  constructor(line: ExchangeLine) {
    this.#line = line
  }

  push(request: BusRequest): Promise<BusOutcome> {
    if (this.#isStopped) return Promise.resolve({ kind: 'port' })
    const isAllowed = request.mayWrite ? isWriteFrame(request.frame) : isReadFrame(request.frame)
    if (!isAllowed) return Promise.resolve({ kind: 'forbidden' })
    return new Promise((answer) => {
      this.#waiting[request.priority].push({ request, answer })
      this.#running ??= this.#run()
    })
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    for (const priority of priorities) {
      for (const { answer } of this.#waiting[priority].splice(0)) answer({ kind: 'port' })
    }
    this.#endRest()
    await this.#running
  }

  async #run(): Promise<void> {
    while (this.#hasWaiting()) {
      await this.#rest()
      // Chosen after the rest: what came in the meantime may be more urgent.
      const next = this.#take()
      if (next === null) break
      const startedMs = performance.now()
      const outcome = await this.#line.exchange(next.request)
      next.request.ended?.(outcome, performance.now() - startedMs)
      this.#requestEnded(next.request, outcome)
      next.answer(outcome)
    }
    this.#running = null
  }

  #requestEnded(request: BusRequest, outcome: BusOutcome): void {
    if (!isSent(outcome)) return
    const endMs = performance.now()
    this.#restUntilMs = endMs + Math.max(this.#line.frameSilenceMs, request.intervalMs)
    this.#afterTimeoutMs = outcome.kind === 'timeout' ? endMs : null
  }

  async #rest(): Promise<void> {
    for (let waitMs = this.#restMs(); waitMs > 0 && !this.#isStopped; waitMs = this.#restMs()) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.ceil(waitMs))
        this.#endRest = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  #restMs(): number {
    const nowMs = performance.now()
    const restMs = this.#restUntilMs - nowMs
    if (this.#afterTimeoutMs === null) return restMs
    // A unit on the line may take a late byte for the start of a frame, so quiet counts from the last one.
    const quietFromMs = Math.max(this.#afterTimeoutMs, this.#line.lastByteAtMs())
    const untilMs = Math.min(quietFromMs + REST_AFTER_TIMEOUT_MS, this.#afterTimeoutMs + LONGEST_REST_MS)
    return Math.max(restMs, untilMs - nowMs)
  }

  #hasWaiting(): boolean {
    return priorities.some((priority) => this.#waiting[priority].length > 0)
  }

  #take(): Waiting | null {
    for (const priority of priorities) {
      const next = this.#waiting[priority].shift()
      if (next) return next
    }
    return null
  }
}
