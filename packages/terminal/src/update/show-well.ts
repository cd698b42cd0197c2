import { type EpochMs, minutes, seconds } from '@coldkeep/domain/time/instant'
import type { Timekeeper } from '../time/timekeeper'

/** Scripts that are due later than that are none to wait for: whoever judges waits three minutes. */
const SOON_MS = minutes(2)
const LOOK_EVERY_MS = seconds(5)

export interface WellParts {
  readonly time: Timekeeper
  /** When the next cycle is due; null: there is nothing to poll. */
  nextCycleAt(): EpochMs | null
  hasDiskTrouble(): boolean
  /** Called once. */
  well(): void
}

/** Says once that this program does its work: a whole cycle is polled, or none is due soon, and the disk takes messages. */
export class ShowWell {
  readonly #parts: WellParts
  #hasPolled = false
  #isOver = false
  #cancel = () => {}

  constructor(parts: WellParts) {
    this.#parts = parts
  }

  start(): void {
    const { time, nextCycleAt } = this.#parts
    const dueAt = nextCycleAt()
    if (dueAt === null || dueAt - time.now() > SOON_MS) this.#hasPolled = true
    this.#look()
  }

  /** A cycle has gone through and lies in the outbox. */
  cyclePolled(): void {
    this.#hasPolled = true
    this.#reportIfWell()
  }

  stop(): void {
    this.#isOver = true
    this.#cancel()
  }

  #look(): void {
    this.#reportIfWell()
    if (!this.#isOver) this.#cancel = this.#parts.time.after(LOOK_EVERY_MS, () => this.#look())
  }

  #reportIfWell(): void {
    if (this.#isOver || !this.#hasPolled || this.#parts.hasDiskTrouble()) return
    this.stop()
    this.#parts.well()
  }
}
