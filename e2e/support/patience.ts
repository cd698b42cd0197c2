/** What is waited for ends as soon as it is there; a machine shared with others may take this long for it. */
export const PATIENCE_MS = 120_000
