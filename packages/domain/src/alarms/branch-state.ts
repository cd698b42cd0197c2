import type { EpochMs } from '../time/instant'
import type { Branch } from './limit-rule'
import type { ClearReason, OpenAlarm } from './open-alarm'

/** The state of one branch of a point. Plain JSON, so that it can be kept between readings and restarts. */
export interface BranchState {
  /** Start of the condition; null while it is false. A lost contact counts from the last sample instead. */
  readonly since: EpochMs | null
  /** How long it has been known to be true, time without readings left out, up to `asOf`. */
  readonly trueMs: number
  /** How long the way back has been known to be, up to `asOf`; null while it is not. */
  readonly backMs: number | null
  readonly asOf: EpochMs
  /** The most extreme value since the condition began. */
  readonly peak: number | null
  readonly alarm: OpenAlarm | null
  /** The delay is over and the alarm held back while its terminal is silent. */
  readonly isHeld: boolean
  /** The last cleared record, while another raise may belong to it. */
  readonly past: OpenAlarm | null
  /** Raises of the last hour, at most five. */
  readonly raises: readonly EpochMs[]
  /** Records so far. */
  readonly ordinal: number
}

export const idleBranch: BranchState = Object.freeze({
  since: null,
  trueMs: 0,
  backMs: null,
  asOf: 0 as EpochMs,
  peak: null,
  alarm: null,
  isHeld: false,
  past: null,
  raises: [],
  ordinal: 0,
})

/** Nothing is under way: neither a condition nor an alarm. */
export function isIdle(state: BranchState): boolean {
  return state.since === null && state.alarm === null && !state.isHeld
}

/** One thing that happened to an alarm, at its true time. */
export interface AlarmEvent {
  readonly branch: Branch
  readonly at: EpochMs
  readonly kind: AlarmEventKind
  /** As it is after that; of a cleared one as it was. */
  readonly alarm: OpenAlarm
  /** Of a cleared one. */
  readonly reason?: ClearReason
}

/** `escalated`: its priority rose. */
export type AlarmEventKind =
  | 'raised'
  | 'raised_again'
  | 'returned'
  | 'cleared'
  | 'suppressed'
  | 'released'
  | 'escalated'
