/**
 * How many messages of backlog go into one batch, so that a live reading that comes in between need not wait
 * long.
 */
export interface BacklogPortion {
  most(): number
  /** A batch with this many messages of backlog took this long to store. */
  stored(messages: number, elapsedMs: number): void
}

const FEWEST = 8
const LONGEST_MS = 300
const SHORT_MS = 150

/** @param largest messages in a batch of any kind */
export function backlogPortion(largest: number): BacklogPortion {
  let most = Math.ceil(largest / 8)
  return {
    most: () => most,
    stored(messages, elapsedMs) {
      if (messages === 0) return
      if (elapsedMs > LONGEST_MS) most = Math.max(FEWEST, Math.floor(most / 2))
      else if (elapsedMs < SHORT_MS && messages >= most) most = Math.min(largest, Math.ceil(most * 1.25))
    },
  }
}
