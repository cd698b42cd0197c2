/** What a script polls at unless someone chooses otherwise: a compressor or a door is seen at its minute. */
export const NEW_PERIOD_SECONDS = 60

/** In seconds. Longer ones are whole minutes. */
const LADDER = [NEW_PERIOD_SECONDS, 120, 300] as const
const MINUTE_SECONDS = 60
/** The rest is left for single runs, writes and what is added later. */
const BUSY_SHARE = 0.9

/**
 * Shortest usual period in seconds that a cycle fits into: of 60, 120, 300 and then whole minutes the first of which its
 * longest time is nine tenths at most.
 * @param worstMs with every device silent, see `worstCollectionMs`
 */
export function fittingPeriodSeconds(worstMs: number): number {
  const leastSeconds = worstMs / 1_000 / BUSY_SHARE
  const whole = Math.ceil(leastSeconds / MINUTE_SECONDS) * MINUTE_SECONDS
  return LADDER.find((seconds) => seconds >= leastSeconds) ?? whole
}
