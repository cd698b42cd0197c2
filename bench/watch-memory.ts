const SAMPLED_EVERY_MS = 10

/** What the process grows by at most until it is stopped, in bytes; the embedded database in it included. */
export function watchMemory(): { stop(): number } {
  const before = process.memoryUsage.rss()
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, SAMPLED_EVERY_MS)
  return {
    stop() {
      clearInterval(timer)
      return most - before
    },
  }
}
