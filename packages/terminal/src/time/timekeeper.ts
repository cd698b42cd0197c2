import type { Clock } from '@coldkeep/domain/time/instant'

/** The wall clock and the waiting, handed in together so that tests choose how time goes. */
export interface Timekeeper extends Clock {
  /** Milliseconds since some moment; unlike the wall clock it is never set. */
  elapsedMs(): number
  /** Runs something once, later; the answer calls it off. */
  after(delayMs: number, run: () => void): () => void
}

/**
 * Timers longer than this fire at once in Node, and a wall clock may be set in the meantime: look again by
 * then.
 */
export const LONGEST_WAIT_MS = 10_000
