declare const instant: unique symbol

/** Milliseconds since 1970-01-01T00:00:00 UTC. */
export type EpochMs = number & { readonly [instant]: true }

/** A clock that is handed in, so that rules and tests choose the time. */
export interface Clock {
  now(): EpochMs
}

export function epochMs(ms: number): EpochMs {
  return ms as EpochMs
}

/** Lengths in milliseconds. */
export const seconds = (n: number): number => n * 1_000
export const minutes = (n: number): number => n * 60_000
export const hours = (n: number): number => n * 3_600_000
export const days = (n: number): number => n * 86_400_000

/** `instant + lengthMs`. */
export function later(at: EpochMs, lengthMs: number): EpochMs {
  return (at + lengthMs) as EpochMs
}
