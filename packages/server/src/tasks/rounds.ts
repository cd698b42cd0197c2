/** Work that is looked for periodically, and at once on request; never twice at a time. */
export interface Rounds {
  /** Looks at once. */
  wake(): void
  /** Looks, and settles when what there was is done. */
  round(): Promise<void>
  /** Waits for work that is running. */
  close(): Promise<void>
}

/** @param failed called with a failure; the work is tried again in the next round */
export function startRounds(
  everyMs: number,
  once: () => Promise<void>,
  failed: (error: unknown) => void,
): Rounds {
  let running: Promise<void> | null = null
  let isRequested = false
  let isClosed = false

  function look(): Promise<void> {
    if (running) {
      isRequested = true
      return running
    }
    running = (async () => {
      do {
        isRequested = false
        await once().catch(failed)
      } while (isRequested && !isClosed)
    })().finally(() => {
      running = null
    })
    return running
  }

  const timer = setInterval(() => void look(), everyMs)
  return {
    wake() {
      if (!isClosed) void look()
    },
    async round() {
      await running
      await look()
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      await running
    },
  }
}
