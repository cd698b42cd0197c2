import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isPassing } from '../db/passing-error'

const FIRST_RETRY_MS = 100
const LONGEST_RETRY_MS = 5_000

/** Waits longer each time, and never exactly as long as another process. */
export async function pauseBefore(tries: number): Promise<void> {
  await delay(Math.random() * Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (tries + 1)))
}

/** Repeats what fails for a passing reason, with growing jittered waits, until it works or all ends. */
export async function retryPassing(
  attempt: () => Promise<void>,
  isClosing: () => boolean,
  log: Logger,
): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (!isPassing(error)) throw error
      log.warn({ err: error, tries }, 'the database does not answer')
      if (isClosing()) return
      await pauseBefore(tries)
    }
  }
}
