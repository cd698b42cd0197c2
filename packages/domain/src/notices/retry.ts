import { hours, minutes, seconds } from '../time/instant'

const WAITS_MS = [seconds(30), minutes(2), minutes(10), hours(1), hours(6)]
const SPREAD = 0.2

/**
 * How long after a failed try the next one comes; `null` when there is none any more.
 * @param tries that have failed, from 1
 * @param random 0 to 1; spreads what failed together by a fifth in both directions
 */
export function retryAfterMs(tries: number, random: number): number | null {
  const waitMs = WAITS_MS[tries - 1]
  return waitMs === undefined ? null : Math.round(waitMs * (1 + SPREAD * (2 * random - 1)))
}
