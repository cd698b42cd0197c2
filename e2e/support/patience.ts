/** A wait ends as soon as its condition is met; on a shared machine it may take this long. */
export const PATIENCE_MS = 120_000
