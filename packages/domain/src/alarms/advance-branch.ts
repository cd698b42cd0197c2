import { quality } from '../points/reading'
import { type EpochMs, epochMs, later, minutes } from '../time/instant'
import type { AlarmEvent, AlarmEventKind, BranchState } from './branch-state'
import { isChattering, recentRaises } from './chattering'
import { type Branch, delayMs } from './limit-rule'
import {
  type ClearReason,
  isActive,
  isAside,
  nextByClock,
  type OpenAlarm,
  raiseAgain,
  returnToNormal,
} from './open-alarm'
import type { PointWatch, Surroundings, WatchedPoint } from './point-watch'
import { type LostCause, moreUrgent, type Priority, priorityOfLost, priorityOfValue } from './priority'

/** The way back must have lasted so long before an alarm is taken back. */
const OFF_DELAY_MS = minutes(3)
/** A reading is held for this many poll periods at most; after that its timers stop. */
const HELD_PERIODS = 2

/** Everything that one branch is judged by, between two readings. */
export interface BranchCourse {
  readonly branch: Branch
  readonly point: WatchedPoint
  readonly watch: PointWatch
  readonly around: Surroundings
  /** Takes what happens. */
  readonly events: AlarmEvent[]
}

type Due = { readonly at: EpochMs; readonly what: 'raise' | 'return' | 'clock' }

/**
 * Lets the clock run for one branch: everything that falls due before `upTo` (at it too when `isInclusive`) happens
 * at its own instant, however late this is called.
 */
export function advanceBranch(
  state: BranchState,
  course: BranchCourse,
  upTo: EpochMs,
  isInclusive: boolean,
): BranchState {
  let current = state
  for (;;) {
    const due = nextDue(current, course)
    if (due === null || due.at > upTo || (due.at === upTo && !isInclusive)) break
    current = fire(accrued(current, course, due.at), course, due)
  }
  return accrued(current, course, upTo)
}

/** When the branch changes next if no reading comes; null when it does not. */
export function nextDue(state: BranchState, course: BranchCourse): Due | null {
  const dues: Due[] = []
  const { alarm } = state
  const back = alarm !== null && isActive(alarm) && state.backMs !== null ? returnDueAt(state, course) : null
  if (back !== null) dues.push({ at: back, what: 'return' })
  const clock = alarm === null ? null : nextByClock(alarm)
  if (clock !== null) dues.push({ at: clock, what: 'clock' })
  const raise = raiseDueAt(state, course)
  if (raise !== null) dues.push({ at: raise, what: 'raise' })
  return dues.reduce<Due | null>((first, due) => (first === null || due.at < first.at ? due : first), null)
}

/** The condition of a lost contact, or of a limit, has lasted for its delay at an instant. */
function isTrueAt(state: BranchState, { branch, point, watch }: BranchCourse, at: EpochMs): boolean {
  const delay = delayMs(point.rule, branch, point.periodMs)
  if (delay === null) return false
  return branch === 'lost' ? at - watch.seenAt >= delay : state.since !== null && state.trueMs >= delay
}

function raiseDueAt(state: BranchState, course: BranchCourse): EpochMs | null {
  const { branch, point, watch, around } = course
  const delay = delayMs(point.rule, branch, point.periodMs)
  if (delay === null || state.isHeld) return null
  if (!isWaiting(state)) return null
  if (branch === 'lost') {
    if (around.isHostSilent === null) return null
    return epochMs(Math.max(watch.seenAt + delay, state.asOf))
  }
  if (state.since === null || watch.reading === null) return null
  const isForgiven = branch === 'high' && point.isAir && around.maskedUntil !== null
  const due = Math.max(
    state.asOf + Math.max(0, delay - state.trueMs),
    isForgiven ? Number(around.maskedUntil) : 0,
  )
  return due <= heldUntil(course) ? epochMs(due) : null
}

function returnDueAt(state: BranchState, course: BranchCourse): EpochMs | null {
  const due = epochMs(state.asOf + Math.max(0, OFF_DELAY_MS - (state.backMs ?? 0)))
  return course.branch === 'lost' || due <= heldUntil(course) ? due : null
}

/**
 * Adds the time that has passed since the state was brought up to date; time without a held reading does not
 * count.
 */
function accrued(state: BranchState, course: BranchCourse, to: EpochMs): BranchState {
  const delay = delayMs(course.point.rule, course.branch, course.point.periodMs) ?? 0
  // a branch held back by a defrost is kept rising, so that it is announced when the defrost ends and no
  // earlier
  const isRising = state.since !== null && (state.trueMs < delay || isWaiting(state))
  const isReturning = state.backMs !== null && state.alarm !== null && isActive(state.alarm)
  if (!isRising && !isReturning) return state
  const end = course.branch === 'lost' ? to : Math.min(to, heldUntil(course))
  const passedMs = end - state.asOf
  if (passedMs <= 0) return state
  return {
    ...state,
    asOf: epochMs(end),
    trueMs: isRising ? Math.min(delay, state.trueMs + passedMs) : state.trueMs,
    backMs: isReturning ? Math.min(OFF_DELAY_MS, (state.backMs ?? 0) + passedMs) : state.backMs,
  }
}

function isWaiting({ alarm }: BranchState): boolean {
  return alarm === null || (alarm.returnedAt !== null && !isAside(alarm))
}

function fire(state: BranchState, course: BranchCourse, { at, what }: Due): BranchState {
  switch (what) {
    case 'raise':
      if (course.branch === 'lost' && course.around.isHostSilent?.(at)) return { ...state, isHeld: true }
      return raise(state, course, at)
    case 'return':
      return takeBack(state, course, at)
    case 'clock':
      return state.alarm !== null && isAside(state.alarm)
        ? judgeAgain(state, course, at)
        : close(state, course, at, 'unattended')
  }
}

/** Opens a record, or reopens the last one where that is not cleared or the branch chatters. */
function raise(state: BranchState, course: BranchCourse, at: EpochMs): BranchState {
  const { branch, watch } = course
  const raises = recentRaises(state.raises, at)
  const chatters = isChattering(raises)
  const known = state.alarm ?? (chatters ? state.past : null)
  const isLost = branch === 'lost'
  const value = isLost ? null : (watch.reading?.value ?? null)
  const extreme = isLost ? null : furthest(branch, state.peak, value)
  const cause = isLost ? causeOf(course) : null
  const priority = priorityOf(course, extreme, cause)
  const ordinal = known?.ordinal ?? state.ordinal + 1
  const alarm: OpenAlarm =
    known === null
      ? {
          ordinal,
          startedAt: isLost ? watch.seenAt : (state.since ?? at),
          raisedAt: at,
          lastRaisedAt: at,
          count: 1,
          returnedAt: null,
          isAcknowledged: false,
          value,
          extreme,
          priority,
          cause,
          isSuppressed: false,
          shelvedUntil: null,
          isOutOfService: false,
          isChattering: chatters,
        }
      : {
          ...raiseAgain(known, at),
          extreme: furthest(branch, known.extreme, extreme),
          priority: moreUrgent(known.priority, priority),
          isChattering: known.isChattering || chatters,
        }
  pushEvent(course, alarm, at, known === null ? 'raised' : 'raised_again')
  return { ...state, alarm, raises, ordinal, backMs: null, isHeld: false, past: null, asOf: at }
}

function takeBack(state: BranchState, course: BranchCourse, at: EpochMs): BranchState {
  if (state.alarm === null) return state
  const back = { ...state.alarm, returnedAt: at }
  const { alarm, cleared } = returnToNormal(state.alarm, at)
  pushEvent(course, back, at, 'returned')
  if (cleared !== null) return close({ ...state, alarm: back }, course, at, cleared)
  return { ...state, alarm, backMs: null, asOf: at }
}

/**
 * Judges a shelved or out-of-service alarm as if it were new: raised again where its condition still holds,
 * else cleared.
 */
export function judgeAgain(state: BranchState, course: BranchCourse, at: EpochMs): BranchState {
  return isTrueAt(state, course, at) ? raise(state, course, at) : close(state, course, at, 'judged_anew')
}

/** The terminal is back: what was held back or hidden shows itself where the contact is still lost. */
export function endHold(state: BranchState, course: BranchCourse, at: EpochMs): BranchState {
  const { alarm } = state
  const isStillLost = isTrueAt(state, course, at)
  if (alarm?.isSuppressed) {
    if (!isStillLost) return { ...close(state, course, at, 'hold_over'), isHeld: false }
    const shown = { ...alarm, isSuppressed: false }
    pushEvent(course, shown, at, 'released')
    return { ...state, alarm: shown, isHeld: false }
  }
  if (!state.isHeld) return state
  return isStillLost ? raise(state, course, at) : { ...state, isHeld: false }
}

export function close(
  state: BranchState,
  course: Pick<BranchCourse, 'branch' | 'events'>,
  at: EpochMs,
  reason: ClearReason,
): BranchState {
  if (state.alarm === null) return state
  course.events.push({ branch: course.branch, alarm: state.alarm, at, kind: 'cleared', reason })
  return { ...state, alarm: null, past: state.alarm, backMs: null }
}

export function pushEvent(
  { branch, events }: Pick<BranchCourse, 'branch' | 'events'>,
  alarm: OpenAlarm,
  at: EpochMs,
  kind: AlarmEventKind,
): void {
  events.push({ branch, alarm, at, kind })
}

/** The more extreme of two values on the side of a branch; a lost contact has none. */
export function furthest(branch: Branch, a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b
  return branch === 'high' ? Math.max(a, b) : Math.min(a, b)
}

export function priorityOf(
  { branch, point }: Pick<BranchCourse, 'branch' | 'point'>,
  extreme: number | null,
  cause: LostCause | null,
): Priority {
  if (branch === 'lost') return priorityOfLost(cause ?? 'device', point.limits)
  return extreme === null ? 'low' : priorityOfValue(branch, extreme, point.limits)
}

/** A device that answers with a fault marker or an impossible value has a broken probe. */
function causeOf({ watch }: BranchCourse): LostCause {
  const code = watch.bad?.quality
  return code === quality.format || code === quality.outOfRange ? 'probe' : 'device'
}

/** The instant until which the last reading counts as the value of the point. */
function heldUntil({ watch, point }: BranchCourse): EpochMs {
  if (watch.reading === null) return epochMs(0)
  return later(watch.reading.at, HELD_PERIODS * point.periodMs)
}
