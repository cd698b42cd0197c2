import { groupBy } from '../group-by'
import { floorMinute } from '../points/alive-minutes'
import { type EpochMs, epochMs, hours, later, minutes } from '../time/instant'
import type { Period } from '../time/period'
import { LEAST_CONTROLS } from './field-measures'

/** From the order to install until it was done. */
export interface UpdateTimes {
  readonly beganAt: EpochMs
  readonly doneAt: EpochMs
}

/** Updated terminals whose hours before and after are the same, and others to be held against them in these. */
export interface SharedHours<Updated, Other> {
  readonly before: Period
  readonly after: Period
  readonly updated: readonly Updated[]
  readonly others: readonly Other[]
}

/** Longer ones would show a program of which the next wave knows by then. */
const LONGEST_MS = hours(1)
/** In less than that next to nothing is polled twice. */
const LEAST_MS = minutes(10)
/** Readings of the last moments are on their way. */
const ON_THEIR_WAY_MS = minutes(2)
/** Of updated terminals and of others: more of them show nothing that these do not. */
const MOST = 1000
const GOLDEN_SHARE = (Math.sqrt(5) - 1) / 2

/**
 * Terminals that were ordered in the same hour and were done in the same hour share a period before the first of these
 * orders and one after the last of these ends, so that they are compared with others in exactly these. The others are
 * given in proportion, ten at least.
 *
 * @param others that were not updated, alike ones side by side
 * @param watchedMs how long a wave is watched after its end; the periods are as long, an hour at most
 * @returns empty where the periods are too short to show anything
 */
export function shareHours<Updated extends UpdateTimes, Other>(
  updated: readonly Updated[],
  others: readonly Other[],
  watchedMs: number,
  now: EpochMs,
): SharedHours<Updated, Other>[] {
  const lengthMs = Math.min(LONGEST_MS, watchedMs)
  const judged = scattered(updated, MOST)
  const groups = groupBy(judged, ({ beganAt, doneAt }) => `${hourNumber(beganAt)} ${hourNumber(doneAt)}`)
  return [...groups.values()].flatMap((members) => {
    const firstAt = floorMinute(epochMs(Math.min(...members.map(({ beganAt }) => beganAt))))
    const lastAt = nextMinute(epochMs(Math.max(...members.map(({ doneAt }) => doneAt))))
    const endAt = Math.min(later(lastAt, lengthMs), floorMinute(later(now, -ON_THEIR_WAY_MS)))
    if (!isLongEnough(watchedMs) || endAt - lastAt < LEAST_MS - ON_THEIR_WAY_MS) return []
    const share = Math.floor((MOST * members.length) / judged.length)
    return {
      before: { startAt: later(firstAt, -lengthMs), endAt: firstAt },
      after: { startAt: lastAt, endAt: epochMs(endAt) },
      updated: members,
      others: scattered(others, Math.max(LEAST_CONTROLS, share)),
    }
  })
}

/** Whether a wave is watched for so long that its field data show anything. */
export function isLongEnough(watchedMs: number): boolean {
  return watchedMs >= LEAST_MS
}

/** So many at most, evenly over all of them. */
function scattered<One>(all: readonly One[], most: number): readonly One[] {
  if (all.length <= most) return all
  return all
    .map((one, place) => ({ one, at: (place * GOLDEN_SHARE) % 1 }))
    .sort((a, b) => a.at - b.at)
    .slice(0, most)
    .map(({ one }) => one)
}

function hourNumber(at: EpochMs): number {
  return Math.floor(at / LONGEST_MS)
}

function nextMinute(at: EpochMs): EpochMs {
  const floor = floorMinute(at)
  return floor === at ? at : later(floor, minutes(1))
}
