import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import type { Timekeeper } from '@coldkeep/terminal/time/timekeeper'

/** Time that goes a fixed number of times as fast as the machine's, alike in every process with the same settings. */
export interface Pace {
  /** What the clock shows when the machine's clock shows `fromMs`. */
  readonly startMs: number
  readonly fromMs: number
  readonly speed: number
}

export class FastTime implements Timekeeper {
  readonly pace: Pace
  #setByMs = 0

  constructor(pace: Pace) {
    this.pace = pace
  }

  now(): EpochMs {
    return epochMs(Math.round(this.#passedMs() + this.pace.startMs + this.#setByMs))
  }

  elapsedMs(): number {
    return this.#passedMs()
  }

  after(delayMs: number, run: () => void): () => void {
    const timer = setTimeout(run, delayMs / this.pace.speed)
    return () => clearTimeout(timer)
  }

  /** Someone sets the clock; no time passes. */
  setClock(byMs: number): void {
    this.#setByMs += byMs
  }

  #passedMs(): number {
    return (performance.timeOrigin + performance.now() - this.pace.fromMs) * this.pace.speed
  }
}
