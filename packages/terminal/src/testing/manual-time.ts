import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import type { Timekeeper } from '../time/timekeeper'

interface Waiting {
  readonly dueMs: number
  readonly run: () => void
}

/** Time that is frozen until a test moves it. The wall clock can be set without any time passing. */
export class ManualTime implements Timekeeper {
  #elapsedMs = 0
  #offsetMs: number
  readonly #waiting = new Set<Waiting>()

  constructor(startMs: number) {
    this.#offsetMs = startMs
  }

  now(): EpochMs {
    return epochMs(this.#offsetMs + this.#elapsedMs)
  }

  elapsedMs(): number {
    return this.#elapsedMs
  }

  after(delayMs: number, run: () => void): () => void {
    const entry = { dueMs: this.#elapsedMs + delayMs, run }
    this.#waiting.add(entry)
    return () => this.#waiting.delete(entry)
  }

  setClock(ms: number): void {
    this.#offsetMs = ms - this.#elapsedMs
  }

  /** Lets time pass; what falls due runs at its own moment, and finishes its promises, before time goes on. */
  async pass(lengthMs: number): Promise<void> {
    const endMs = this.#elapsedMs + lengthMs
    for (let next = this.#earliest(endMs); next !== null; next = this.#earliest(endMs)) {
      this.#waiting.delete(next)
      this.#elapsedMs = Math.max(this.#elapsedMs, next.dueMs)
      next.run()
      await settled()
    }
    this.#elapsedMs = endMs
    await settled()
  }

  #earliest(endMs: number): Waiting | null {
    let earliest: Waiting | null = null
    for (const entry of this.#waiting) {
      if (entry.dueMs <= endMs && (earliest === null || entry.dueMs < earliest.dueMs)) earliest = entry
    }
    return earliest
  }
}

/** Promises that are already decided have run by then. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
