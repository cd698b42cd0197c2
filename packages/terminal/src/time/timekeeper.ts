import type { Clock } from '@coldkeep/domain/time/instant'

/** The wall clock and the waiting, handed in together so that tests choose how time goes. */
export interface Timekeeper extends Clock {
  /** Milliseconds since some moment; unlike the wall clock nobody sets it. */
  elapsedMs(): number
  /** Runs something once, later; the answer calls it off. */
  after(delayMs: number, run: () => void): () => void
}

/** Timers longer than this run at once in Node, and a wall clock may be set meanwhile: look again by then. */
export const LONGEST_WAIT_MS = 10_000
