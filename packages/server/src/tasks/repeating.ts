import type { Logger } from 'pino'

/**
 * Runs work again and again, never twice at a time. A failure is logged and the work tried again the next
 * time.
 */
export interface Repeating {
  /** Waits for work that is running. */
  stop(): Promise<void>
}

export function repeating(everyMs: number, work: () => Promise<void>, log: Logger): Repeating {
  let running: Promise<void> | null = null
  const timer = setInterval(() => {
    if (running) return
    running = work()
      .catch((error: unknown) => log.error({ err: error }, 'repeated work failed'))
      .finally(() => {
        running = null
      })
  }, everyMs)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
