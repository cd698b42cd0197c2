import { epochMs } from '@coldkeep/domain/time/instant'
import type { Timekeeper } from './timekeeper'

/** The machine's own clock and timers. */
export const systemTime: Timekeeper = {
  now: () => epochMs(Date.now()),
  elapsedMs: () => performance.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}
