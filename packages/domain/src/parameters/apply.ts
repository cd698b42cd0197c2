import { isSame } from '../polling/fill-write'
import type { LineState } from '../writes/line-state'
import type { PlannedWrite } from './plan'

/**
 * `waiting`: for a second person · `trial`: the first device is being written to · `watching`: for a day, how it does ·
 * `waves`: the others · the rest are ends, and `paused` goes on when a person says so.
 */
export const applyStates = [
  'waiting',
  'trial',
  'watching',
  'waves',
  'paused',
  'done',
  'stopped',
  'rejected',
  'expired',
] as const
export type ApplyState = (typeof applyStates)[number]

/**
 * Why it is paused or was stopped. `person` · `trial_failed`: the first device did not take all of it · `trial_worse`: it did
 * worse with it · `trial_unknown`: nothing can be said of it · `failures`: too many in a wave · `author`: who started it may
 * not write there any more.
 */
export const pauseReasons = [
  'person',
  'trial_failed',
  'trial_worse',
  'trial_unknown',
  'failures',
  'author',
] as const
export type PauseReason = (typeof pauseReasons)[number]

/** `missed`: its terminal was not there in time, and nothing happened · `skipped`: the apply ended before its turn. */
export const appliedStates = [
  'planned',
  'writing',
  'done',
  'unchanged',
  'failed',
  'missed',
  'skipped',
  'undone',
] as const
export type AppliedState = (typeof appliedStates)[number]

/**
 * What is in the way of a device. `changed`: someone has set it otherwise since the plan · `hindered`: nothing can be written to
 * it, or its model has changed · `no_right` · `under_way`: another write to the same value is · `refused`: by the device, or it
 * did not keep the value · `no_answer`: it may have happened · `rejected`: by people
 */
export const applyFaults = [
  'changed',
  'hindered',
  'no_right',
  'under_way',
  'refused',
  'no_answer',
  'rejected',
] as const
export type ApplyFault = (typeof applyFaults)[number]

/** `same`: it was so already · `unknown`: no answer, so either · `missed`: it was never delivered, and nothing happened. */
export const stepStates = ['planned', 'writing', 'confirmed', 'same', 'failed', 'unknown', 'missed'] as const
export type StepState = (typeof stepStates)[number]

/** One write of a plan, and what became of it. */
export interface ApplyStep extends PlannedWrite {
  readonly state: StepState
  /** What the terminal read right before and after the write. */
  readonly was: number | null
  readonly is: number | null
  /** The write that it became. */
  readonly writeId: string | null
}

/** A plan of which nothing is done yet. */
export function stepsOf(plan: readonly PlannedWrite[]): readonly ApplyStep[] {
  return plan.map((write) => ({ ...write, state: 'planned', was: null, is: null, writeId: null }))
}

/** The place of the step whose turn it is: none after one that did not come to a good end. */
export function nextStep(steps: readonly ApplyStep[]): number | null {
  const place = steps.findIndex(({ state }) => state !== 'confirmed' && state !== 'same')
  return steps[place]?.state === 'planned' ? place : null
}

/** What came of a device whose steps have gone as far as they go; `null`: there is more to do. */
export function endOf(steps: readonly ApplyStep[]): AppliedState | null {
  const bad = steps.find(({ state }) => state === 'failed' || state === 'unknown' || state === 'missed')
  if (bad !== undefined) {
    // one that was written in part is neither old nor new
    const isUntouched = bad.state === 'missed' && !steps.some(({ state }) => state === 'confirmed')
    return isUntouched ? 'missed' : 'failed'
  }
  if (nextStep(steps) !== null || steps.some(({ state }) => state === 'writing')) return null
  return steps.some(({ state }) => state === 'confirmed') ? 'done' : 'unchanged'
}

/** What a write has come to for its step; `null`: it is under way. */
export function stepAfter(
  state: LineState,
): { readonly state: StepState; readonly fault: ApplyFault | null } | null {
  switch (state) {
    case 'awaiting':
    case 'queued':
    case 'delivered':
    case 'written':
      return null
    case 'confirmed':
      return { state: 'confirmed', fault: null }
    case 'timed_out':
      return { state: 'unknown', fault: 'no_answer' }
    case 'expired':
      return { state: 'missed', fault: null }
    case 'rejected':
      return { state: 'failed', fault: 'rejected' }
    case 'refused':
    case 'withdrawn':
      return { state: 'failed', fault: 'hindered' }
    // a value that nothing reads back is not proved
    case 'answered':
    case 'failed':
      return { state: 'failed', fault: 'refused' }
  }
}

/** What may be said of a value right before it is written: to be written, as it should be already, or set by someone else. */
export function judgeBefore(step: PlannedWrite, observed: number | null): 'write' | 'same' | 'changed' {
  if (observed === null || isSame(observed, step.before)) return 'write'
  return isSame(observed, step.value) ? 'same' : 'changed'
}

/** The writes that take back what was written to a device, the newest first; what may have happened is taken back, too. */
export function undoOfSteps(steps: readonly ApplyStep[]): readonly PlannedWrite[] {
  return steps
    .filter(({ state }) => state === 'confirmed' || state === 'unknown')
    .toReversed()
    .map(({ code, before, value, was, is }) => ({ code, before: is ?? value, value: was ?? before }))
    .filter(({ before, value }) => !isSame(before, value))
}

/** A device of a wave. */
export interface WaveMember {
  readonly wave: number
  readonly state: AppliedState
}

/** Half of a wave away is no wave that could show anything. */
const MOST_MISSED_SHARE = 0.5

/** What a person has looked at, and does not pause it again. */
export interface KnownTrouble {
  readonly failed: number
  readonly missed: number
}

/**
 * Whether the next wave may begin after one. It waits while anything of it is open, and pauses where more have failed than
 * the plan allows, or where so many were not reached that it has shown nothing.
 */
export function judgeApplyWave(
  members: readonly WaveMember[],
  wave: number,
  mostFailures: number,
  known: KnownTrouble,
): 'wait' | 'pause' | 'go_on' {
  const begun = members.filter((member) => member.wave <= wave)
  const { failed, missed } = troubleOf(begun)
  if (failed > mostFailures + known.failed) return 'pause'
  if (begun.some(({ state }) => state === 'planned' || state === 'writing')) return 'wait'
  const own = begun.filter((member) => member.wave === wave)
  const isMissed = troubleOf(own).missed > MOST_MISSED_SHARE * own.length
  return isMissed && missed > known.missed ? 'pause' : 'go_on'
}

export function troubleOf(members: readonly Pick<WaveMember, 'state'>[]): KnownTrouble {
  const count = (one: AppliedState) => members.filter(({ state }) => state === one).length
  return { failed: count('failed'), missed: count('missed') }
}
