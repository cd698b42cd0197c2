import { type Quality, qualityGroup } from '../points/reading'
import { type EpochMs, epochMs } from '../time/instant'
import {
  advanceBranch,
  type BranchCourse,
  endHold,
  furthest,
  nextDue,
  priorityOf,
  pushEvent,
} from './advance-branch'
import { type AlarmEvent, type BranchState, isIdle } from './branch-state'
import { type Branch, branches, delayMs, isBack, isBeyond, type LimitRule } from './limit-rule'
import { isActive } from './open-alarm'
import type { PointWatch, Surroundings, WatchedPoint } from './point-watch'
import { moreUrgent, rankOf } from './priority'

/** One sample of a point; a bad one has no value. */
interface Sample {
  readonly value: number | null
  readonly quality: Quality
}

/** False for a sample at or before the position of the watch: it is judged by replaying the readings. */
export function isInOrder(watch: PointWatch, at: EpochMs): boolean {
  const { reading, bad, seenAt, low, high } = watch
  // before the first sample it is the time at which watching began
  const hasSample = reading !== null || bad !== null
  if (hasSample && at <= Math.max(seenAt, bad?.at ?? 0)) return false
  return at >= low.asOf && at >= high.asOf
}

/**
 * Advances the clock of a point to an instant. What is due at that very instant waits, so that a sample
 * stamped with it still comes first.
 */
export function advancePoint(
  watch: PointWatch,
  point: WatchedPoint,
  around: Surroundings,
  upTo: EpochMs,
  events: AlarmEvent[],
): PointWatch {
  if (around.isHostSilent === null && isQuiet(watch)) return watch
  return changed(watch, (state, branch) =>
    advanceBranch(state, { branch, point, watch, around, events }, upTo, false),
  )
}

/** Takes a sample in, after the clock has run up to it. */
export function readPoint(
  watch: PointWatch,
  point: WatchedPoint,
  around: Surroundings,
  at: EpochMs,
  { value, quality }: Sample,
  events: AlarmEvent[],
): PointWatch {
  const group = qualityGroup(quality)
  if (group === 'bad') return { ...watch, bad: { at, quality } }
  const isGood = group === 'good' && value !== null
  if (isGood && isQuiet(watch) && isWithin(point.rule, value)) {
    return { ...watch, seenAt: at, bad: null, reading: { at, value } }
  }
  const seen: PointWatch = {
    ...watch,
    seenAt: at,
    bad: null,
    reading: isGood ? { at, value } : watch.reading,
  }
  return changed(seen, (state, branch) => {
    const course = { branch, point, watch: seen, around, events }
    const observed =
      branch === 'lost' ? observeContact(state, at) : isGood ? observeValue(state, course, at, value) : state
    return advanceBranch(observed, course, at, true)
  })
}

/** The terminal is back, and its time of grace over: lost contacts that were held back are judged. */
export function releasePoint(
  watch: PointWatch,
  point: WatchedPoint,
  around: Surroundings,
  at: EpochMs,
  events: AlarmEvent[],
): PointWatch {
  const lost = endHold(watch.lost, { branch: 'lost', point, watch, around, events }, at)
  return lost === watch.lost ? watch : { ...watch, lost }
}

/** Applies the alarm of the whole terminal: a lost contact of one of its devices adds nothing to it. */
export function suppressPoint(watch: PointWatch, at: EpochMs, events: AlarmEvent[]): PointWatch {
  const { alarm } = watch.lost
  if (alarm === null || !isActive(alarm)) return watch
  const hidden = { ...alarm, isSuppressed: true }
  pushEvent({ branch: 'lost', events }, hidden, at, 'suppressed')
  return { ...watch, lost: { ...watch.lost, backMs: null, alarm: hidden } }
}

/** When the clock alone changes something next; null when nothing is under way and no contact can be lost. */
export function nextDueAt(watch: PointWatch, point: WatchedPoint, around: Surroundings): EpochMs | null {
  const dues = branches.flatMap((branch) => {
    const due = nextDue(watch[branch], { branch, point, watch, around, events: [] })
    return due === null ? [] : [due.at]
  })
  return dues.length === 0 ? null : epochMs(Math.min(...dues))
}

/** Nothing is under way, as nearly always: such a point costs next to nothing. */
function isQuiet({ low, high, lost }: PointWatch): boolean {
  return isIdle(low) && isIdle(high) && isIdle(lost)
}

function isWithin(rule: LimitRule, value: number): boolean {
  return !(isBeyond(rule, 'low', value) || isBeyond(rule, 'high', value))
}

function observeValue(state: BranchState, course: BranchCourse, at: EpochMs, value: number): BranchState {
  const { branch, point } = course
  const side = branch as 'low' | 'high'
  const isOn = delayMs(point.rule, branch, point.periodMs) !== null
  const isTrue = isBeyond(point.rule, side, value)
  if (!isTrue && isIdle(state)) return state
  const known = withExtreme(state, course, at, isTrue ? value : null)
  const { alarm } = known
  const isReturning =
    alarm !== null && isActive(alarm) && (!isOn || isBack(point.rule, side, value, point.unit))
  const isUnderWay = isReturning || isTrue || known.since !== null || known.backMs !== null
  if (!isUnderWay) return known
  return {
    ...known,
    since: isTrue ? (known.since ?? at) : null,
    trueMs: isTrue ? known.trueMs : 0,
    peak: isTrue ? furthest(branch, known.peak, value) : null,
    backMs: isReturning ? (known.backMs ?? 0) : null,
    asOf: epochMs(Math.max(known.asOf, at)),
  }
}

function withExtreme(
  state: BranchState,
  course: BranchCourse,
  at: EpochMs,
  value: number | null,
): BranchState {
  const { alarm } = state
  if (alarm === null || alarm.returnedAt !== null || value === null) return state
  const extreme = furthest(course.branch, alarm.extreme, value)
  if (extreme === alarm.extreme) return state
  const priority = moreUrgent(alarm.priority, priorityOf(course, extreme, null))
  const worse = { ...alarm, extreme, priority }
  if (rankOf(priority) < rankOf(alarm.priority)) pushEvent(course, worse, at, 'escalated')
  return { ...state, alarm: worse }
}

function observeContact(state: BranchState, at: EpochMs): BranchState {
  if (state.alarm === null || !isActive(state.alarm) || state.backMs !== null) return state
  return { ...state, backMs: 0, asOf: epochMs(Math.max(state.asOf, at)) }
}

/** The watch with its branches replaced; itself where none of them changes. */
function changed(watch: PointWatch, next: (state: BranchState, branch: Branch) => BranchState): PointWatch {
  const low = next(watch.low, 'low')
  const high = next(watch.high, 'high')
  const lost = next(watch.lost, 'lost')
  const isSame = low === watch.low && high === watch.high && lost === watch.lost
  return isSame ? watch : { ...watch, low, high, lost }
}
