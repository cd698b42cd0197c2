import type { PointId } from '../ids'
import { ok, type Result } from '../result'
import type { EpochMs } from '../time/instant'
import { close, judgeAgain } from './advance-branch'
import type { AlarmEvent, BranchState } from './branch-state'
import type { DeviceStep, DeviceWatch, WatchedDevice } from './device-watch'
import type { Branch } from './limit-rule'
import { type Handled, isActive, type OpenAlarm } from './open-alarm'

/** Which alarm of a device a person means. */
export interface AlarmTarget {
  readonly pointId: PointId
  readonly branch: Branch
  readonly ordinal: number
}

/**
 * Applies a person's action to an alarm of a device.
 * @returns `cleared` where the watch no longer carries that alarm
 */
export function handleAlarm<Refusal>(
  watch: DeviceWatch,
  target: AlarmTarget,
  handle: (alarm: OpenAlarm) => Result<Handled, Refusal>,
  at: EpochMs,
): Result<DeviceStep, Refusal | 'cleared'> {
  const state = stateOf(watch, target)
  if (state === null) return { ok: false, problem: 'cleared' }
  const handled = handle(state.alarm)
  if (!handled.ok) return handled
  const { alarm, cleared } = handled.value
  const events: AlarmEvent[] = []
  const next: BranchState =
    alarm === null && cleared !== null
      ? close(state, { branch: target.branch, events }, at, cleared)
      : { ...state, alarm, backMs: alarm !== null && isActive(alarm) ? state.backMs : null }
  return ok(withBranch(watch, target, next, events))
}

/** Ends shelving or puts an alarm back into service: it is judged as if it were new. */
export function judgeAlarmAgain(
  watch: DeviceWatch,
  device: WatchedDevice,
  target: AlarmTarget,
  at: EpochMs,
): Result<DeviceStep, 'cleared'> {
  const state = stateOf(watch, target)
  const point = device.points.find(({ pointId }) => pointId === target.pointId)
  const known = watch.points[target.pointId]
  if (state === null || point === undefined || known === undefined) return { ok: false, problem: 'cleared' }
  const events: AlarmEvent[] = []
  const around = { maskedUntil: null, isHostSilent: null }
  const course = { branch: target.branch, point, watch: known, around, events }
  return ok(withBranch(watch, target, judgeAgain(state, course, at), events))
}

function stateOf(
  watch: DeviceWatch,
  { pointId, branch, ordinal }: AlarmTarget,
): (BranchState & { readonly alarm: OpenAlarm }) | null {
  const state = watch.points[pointId]?.[branch]
  const alarm = state?.alarm ?? null
  return state === undefined || alarm === null || alarm.ordinal !== ordinal ? null : { ...state, alarm }
}

function withBranch(
  watch: DeviceWatch,
  { pointId, branch }: AlarmTarget,
  next: BranchState,
  events: readonly AlarmEvent[],
): DeviceStep {
  const known = watch.points[pointId]
  if (known === undefined) return { watch, events: [], lateSince: null }
  return {
    watch: { ...watch, points: { ...watch.points, [pointId]: { ...known, [branch]: next } } },
    events: events.map((event) => ({ ...event, pointId })),
    lateSince: null,
  }
}
