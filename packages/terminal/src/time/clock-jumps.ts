import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import type { Timekeeper } from './timekeeper'

/** Less is the drift of a clock that is being steered, not a jump. */
const SMALLEST_JUMP_MS = 5_000
const LOOK_EVERY_MS = 5_000

/** The wall clock was set: what it would have shown, and what it shows. */
export interface ClockJump {
  readonly expectedAt: EpochMs
  readonly at: EpochMs
}

/** Compares the wall clock with the time that really passes. */
export class ClockJumps {
  readonly #time: Timekeeper
  readonly #jumped: (jump: ClockJump) => void
  #offsetMs: number
  #cancel = () => {}

  constructor(time: Timekeeper, jumped: (jump: ClockJump) => void) {
    this.#time = time
    this.#jumped = jumped
    this.#offsetMs = time.now() - time.elapsedMs()
  }

  start(): void {
    this.#cancel = this.#time.after(LOOK_EVERY_MS, () => {
      this.#look()
      this.start()
    })
  }

  stop(): void {
    this.#cancel()
  }

  #look(): void {
    const elapsedMs = this.#time.elapsedMs()
    const at = this.#time.now()
    const expectedAt = epochMs(Math.round(this.#offsetMs + elapsedMs))
    // steered slowly it may wander far: only what happens between two looks is a jump
    this.#offsetMs = at - elapsedMs
    if (Math.abs(at - expectedAt) > SMALLEST_JUMP_MS) this.#jumped({ expectedAt, at })
  }
}
