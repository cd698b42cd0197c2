import { type EpochMs, minutes } from '../time/instant'
import { hourOf } from './alive-minutes'

/** Signs of life in one hour, a bit per minute: seen as they happened (`live`), or reported afterwards (`reported`). */
export interface LifeBits {
  readonly hourMs: number
  readonly live: bigint
  readonly reported: bigint
}

const MINUTE_MS = 60_000
/**
 * How late a sign of life may arrive and still count as seen: the loss watch waits as long for stragglers.
 */
const STRAGGLER_MS = minutes(2)

/** The bit of the minute that holds the instant, in its hour. */
export function minuteBit(atMs: number): bigint {
  return 1n << BigInt(Math.floor((atMs - hourOf(atMs)) / MINUTE_MS))
}

/**
 * The minutes that a message proves: the one it is stamped with, and for a live one that in which it arrived.
 * The loss watch judges each minute once, two minutes later, so what is older than that counts as reported
 * afterwards.
 */
export function lifeBits(stampedAt: EpochMs, receivedAt: EpochMs, isLive: boolean): LifeBits[] {
  const isFresh = isLive && receivedAt - stampedAt < STRAGGLER_MS
  const stamped = minuteBit(stampedAt)
  const bits: LifeBits[] = [
    { hourMs: hourOf(stampedAt), live: isFresh ? stamped : 0n, reported: isFresh ? 0n : stamped },
  ]
  if (isLive) bits.push({ hourMs: hourOf(receivedAt), live: minuteBit(receivedAt), reported: 0n })
  return bits
}
