import type { PointId } from '../ids'
import type { PointUnit } from '../points/point'
import type { Quality } from '../points/reading'
import type { EpochMs } from '../time/instant'
import { type BranchState, idleBranch, isIdle } from './branch-state'
import type { LimitRule } from './limit-rule'
import type { ProtectedLimits } from './priority'

/** What has to be known of a point to judge it. */
export interface WatchedPoint {
  readonly pointId: PointId
  readonly unit: PointUnit
  readonly rule: LimitRule
  /** Of the air: its high branch is held back while a defrost is forgiven. Food is not air. */
  readonly isAir: boolean
  readonly periodMs: number
  readonly limits: ProtectedLimits
}

/** What is known of one point, as plain JSON. */
export interface PointWatch {
  /** By which its conditions were judged. */
  readonly rule: LimitRule
  /** The last good or uncertain sample; before the first one when watching began. */
  readonly seenAt: EpochMs
  /** The last good reading. */
  readonly reading: { readonly at: EpochMs; readonly value: number } | null
  /** The last sample without a value, when nothing better has come since. */
  readonly bad: { readonly at: EpochMs; readonly quality: Quality } | null
  readonly low: BranchState
  readonly high: BranchState
  readonly lost: BranchState
}

/** What the judgement of a point needs from its surroundings. */
export interface Surroundings {
  /** A defrost of the device is forgiven up to here; null when none is. */
  readonly maskedUntil: EpochMs | null
  /**
   * Whether the terminal was silent at an instant, which explains why nothing came. Null where that is not known: lost
   * contacts are not judged then.
   */
  readonly isHostSilent: ((at: EpochMs) => boolean) | null
}

/** A point of which nothing is known before an instant. */
export function startPointWatch(rule: LimitRule, at: EpochMs): PointWatch {
  return { rule, seenAt: at, reading: null, bad: null, low: idleBranch, high: idleBranch, lost: idleBranch }
}

/** The watch under the current rule. Where that is another one, conditions start afresh; alarms stay. */
export function underRule(watch: PointWatch, rule: LimitRule): PointWatch {
  const names = Object.keys(rule) as (keyof LimitRule)[]
  if (names.every((name) => watch.rule[name] === rule[name])) return watch
  const afresh = (state: BranchState): BranchState =>
    isIdle(state) ? state : { ...state, since: null, trueMs: 0, peak: null, backMs: null }
  return { ...watch, rule, low: afresh(watch.low), high: afresh(watch.high), lost: afresh(watch.lost) }
}
