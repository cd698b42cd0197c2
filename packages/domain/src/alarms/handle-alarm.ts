import type { PointId } from '../ids'
import { ok, type Result } from '../result'
import type { EpochMs } from '../time/instant'
import { close, judgeAnew } from './advance-branch'
import type { AlarmEvent, BranchState } from './branch-state'
import type { DeviceStep, DeviceWatch, WatchedDevice } from './device-watch'
import type { Branch } from './limit-rule'
import { type Handled, isActive, type StandingAlarm } from './standing-alarm'

/** Which alarm of a device a person means. */
export interface MeantAlarm {
  readonly pointId: PointId
  readonly branch: Branch
  readonly ordinal: number
}

/**
 * Does to an alarm of a device what a person asked for.
 * @returns `cleared` where the watch does not go on with that alarm any more
 */
export function handleAlarm<Refusal>(
  watch: DeviceWatch,
  meant: MeantAlarm,
  handle: (alarm: StandingAlarm) => Result<Handled, Refusal>,
  at: EpochMs,
): Result<DeviceStep, Refusal | 'cleared'> {
  const state = stateOf(watch, meant)
  if (state === null) return { ok: false, problem: 'cleared' }
  const handled = handle(state.alarm)
  if (!handled.ok) return handled
  const { alarm, cleared } = handled.value
  const events: AlarmEvent[] = []
  const next: BranchState =
    alarm === null && cleared !== null
      ? close(state, { branch: meant.branch, events }, at, cleared)
      : { ...state, alarm, backMs: alarm !== null && isActive(alarm) ? state.backMs : null }
  return ok(withBranch(watch, meant, next, events))
}

/** Ends shelving or puts an alarm back into service: it is judged as if it were new. */
export function judgeAlarmAnew(
  watch: DeviceWatch,
  device: WatchedDevice,
  meant: MeantAlarm,
  at: EpochMs,
): Result<DeviceStep, 'cleared'> {
  const state = stateOf(watch, meant)
  const point = device.points.find(({ pointId }) => pointId === meant.pointId)
  const known = watch.points[meant.pointId]
  if (state === null || point === undefined || known === undefined) return { ok: false, problem: 'cleared' }
  const events: AlarmEvent[] = []
  const around = { maskedUntil: null, isHostSilent: null }
  const course = { branch: meant.branch, point, watch: known, around, events }
  return ok(withBranch(watch, meant, judgeAnew(state, course, at), events))
}

function stateOf(
  watch: DeviceWatch,
  { pointId, branch, ordinal }: MeantAlarm,
): (BranchState & { readonly alarm: StandingAlarm }) | null {
  const state = watch.points[pointId]?.[branch]
  const alarm = state?.alarm ?? null
  return state === undefined || alarm === null || alarm.ordinal !== ordinal ? null : { ...state, alarm }
}

function withBranch(
  watch: DeviceWatch,
  { pointId, branch }: MeantAlarm,
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
