import { type EpochMs, epochMs, later } from '../time/instant'
import type { Period } from '../time/period'

/**
 * Signs of life of a terminal: per hour (its start in epoch milliseconds) one bit for each minute, bit 0 for
 * minute 0. A minute is alive when a message was stamped in it or the connection was up.
 */
export type AliveMinutes = ReadonlyMap<number, bigint>
export type MutableAliveMinutes = Map<number, bigint>

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const MINUTES_PER_HOUR = 60
const ALL_MINUTES = (1n << 60n) - 1n

/** Records a sign of life at an instant. */
export function markAlive(alive: MutableAliveMinutes, at: EpochMs): void {
  const hour = hourOf(at)
  alive.set(hour, (alive.get(hour) ?? 0n) | (1n << BigInt(minuteOf(at, hour))))
}

/** Records that a connection was up: every minute that the period touches. */
export function markAliveThrough(alive: MutableAliveMinutes, period: Period): void {
  forEachHour(period, (hour, mask) => alive.set(hour, (alive.get(hour) ?? 0n) | mask))
}

/** True when the minute that holds the instant is alive. */
export function isAliveAt(alive: AliveMinutes, at: EpochMs): boolean {
  const hour = hourOf(at)
  const bits = alive.get(hour)
  return bits !== undefined && ((bits >> BigInt(minuteOf(at, hour))) & 1n) === 1n
}

/** True when any minute that the period touches is alive. */
export function isAliveWithin(alive: AliveMinutes, period: Period): boolean {
  if (period.endAt <= period.startAt) return false
  for (let hour = hourOf(period.startAt); hour < period.endAt; hour += HOUR_MS) {
    const bits = alive.get(hour)
    // masks of hours that nothing is known of are most of the cost of counting a day without a line
    if (bits !== undefined && (bits & maskWithin(hour, period)) !== 0n) return true
  }
  return false
}

/** How many of the minutes that the period touches are alive. */
export function countAlive(alive: AliveMinutes, period: Period): number {
  let count = 0
  forEachHour(period, (hour, mask) => {
    count += bitCount((alive.get(hour) ?? 0n) & mask)
  })
  return count
}

/** Starts of the minutes that the period touches and that are not alive, in order. */
export function* lostMinutes(alive: AliveMinutes, period: Period): Generator<EpochMs> {
  for (let at = floorMinute(period.startAt); at < period.endAt; at = later(at, MINUTE_MS)) {
    if (!isAliveAt(alive, at)) yield at
  }
}

/** Minutes that are alive in either. */
export function mergeAlive(a: AliveMinutes, b: AliveMinutes): MutableAliveMinutes {
  const merged = new Map(a)
  for (const [hour, bits] of b) merged.set(hour, (merged.get(hour) ?? 0n) | bits)
  return merged
}

/** Start of the minute that holds the instant. */
export function floorMinute(at: EpochMs): EpochMs {
  return epochMs(Math.floor(at / MINUTE_MS) * MINUTE_MS)
}

function forEachHour(period: Period, visit: (hour: number, mask: bigint) => void): void {
  if (period.endAt <= period.startAt) return
  for (let hour = hourOf(period.startAt); hour < period.endAt; hour += HOUR_MS) {
    visit(hour, maskWithin(hour, period))
  }
}

/** Bits of the minutes of an hour that the period touches. */
function maskWithin(hour: number, period: Period): bigint {
  const first = Math.max(0, Math.floor((period.startAt - hour) / MINUTE_MS))
  const end = Math.min(MINUTES_PER_HOUR, Math.ceil((period.endAt - hour) / MINUTE_MS))
  return (ALL_MINUTES >> BigInt(MINUTES_PER_HOUR - end)) & (ALL_MINUTES << BigInt(first))
}

/** Start of the hour that holds the instant. */
export function hourOf(at: number): number {
  return Math.floor(at / HOUR_MS) * HOUR_MS
}

function minuteOf(at: number, hour: number): number {
  return Math.floor((at - hour) / MINUTE_MS)
}

function bitCount(bits: bigint): number {
  let count = 0
  for (let left = bits; left !== 0n; left &= left - 1n) count++
  return count
}
