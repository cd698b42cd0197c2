import { freezeBaseline } from '@coldkeep/domain/analysis/health-baseline'
import { measureHealth } from '@coldkeep/domain/analysis/health-indicators'
import { scoreHealth } from '@coldkeep/domain/analysis/health-score'
import type { Comparison } from '@coldkeep/domain/analysis/indicator-scores'
import {
  type CloseEvidence,
  judgeClosing,
  judgeProposed,
  quietOf,
  type WatchedAlarm,
  type WatchedCase,
  type WatchedHealth,
} from '@coldkeep/domain/repair/close-proposal'
import { type EpochMs, epochMs, hours, later, minutes } from '@coldkeep/domain/time/instant'
import { addDays } from '@coldkeep/domain/time/local-date'
import { viewOf } from './device-view'
import { alarmEvents } from './judge-alarms'
import { dayOfStore } from './measure-device'
import type { SimulatedDevice, SimulatedStore } from './simulate-store'
import { timetable } from './trial-plan'

/** What became of a case that was reported an hour after the first alarm of its device. */
export interface FollowedRepair {
  readonly reportedAt: EpochMs | null
  readonly alarms: readonly WatchedAlarm[]
  readonly proposals: readonly { readonly at: EpochMs; readonly evidence: CloseEvidence }[]
  readonly withdrawn: readonly EpochMs[]
}

const STEP_MS = minutes(10)

/** Follows the case of a simulated device, every ten minutes until an instant, as the service does. */
export function followRepair(store: SimulatedStore, device: SimulatedDevice, until: EpochMs): FollowedRepair {
  const dayOf = dayOfStore(store)
  const from = dayOf(timetable.baselineEnds).startAt
  const events = alarmEvents(store, device, { startAt: from, endAt: until })
  const first = events.find(({ kind }) => kind === 'raised')
  if (first === undefined) return { reportedAt: null, alarms: [], proposals: [], withdrawn: [] }
  const reportedAt = later(first.at, hours(1))
  const healthOf = healthFollower(store, device, first.at)
  const proposals: { at: EpochMs; evidence: CloseEvidence }[] = []
  const withdrawn: EpochMs[] = []
  let current: { at: EpochMs; evidence: CloseEvidence } | null = null
  for (let at = reportedAt; at <= until; at = later(at, STEP_MS)) {
    const bare = { watchedFrom: reportedAt, alarms: alarmsAsOf(events, at) }
    if (current === null && !quietOf(bare, at).ok) continue
    const watched: WatchedCase = { ...bare, hasDevice: true, health: healthOf(at), lastReadingAt: at }
    if (current !== null) {
      if (judgeProposed(watched, current.evidence, current.at) === null) continue
      withdrawn.push(at)
      current = null
      continue
    }
    const judged = judgeClosing(watched, at)
    if (!judged.ok) continue
    current = { at, evidence: judged.value }
    proposals.push(current)
  }
  return { reportedAt, alarms: alarmsAsOf(events, until), proposals, withdrawn }
}

/** The records as they were known at an instant. */
function alarmsAsOf(events: ReturnType<typeof alarmEvents>, at: EpochMs): WatchedAlarm[] {
  const records = new Map<string, WatchedAlarm>()
  for (const event of events) {
    if (event.at > at) break
    const { startedAt, raisedAt, returnedAt, ordinal } = event.alarm
    const isOver = event.kind === 'returned' || event.kind === 'cleared'
    const endedAt = isOver ? (returnedAt ?? event.at) : null
    records.set(`${event.branch}/${ordinal}`, { kind: 'limit', startedAt, raisedAt, endedAt })
  }
  return [...records.values()]
}

function healthFollower(
  store: SimulatedStore,
  device: SimulatedDevice,
  firstAt: EpochMs,
): (at: EpochMs) => WatchedHealth {
  const view = viewOf(store, device)
  const dayOf = dayOfStore(store)
  const measure = (startAt: EpochMs, endAt: EpochMs) => ({
    measured: measureHealth(view.observe({ startAt, endAt })),
    outdoorC: store.outdoorMeanC(startAt, endAt),
  })
  const days = Array.from({ length: timetable.baselineEnds }, (_, index) => {
    const day = dayOf(index)
    return {
      on: addDays(store.firstDay, index),
      isBreach: view.isBreach(day),
      ...measure(day.startAt, day.endAt),
    }
  })
  const baseline = freezeBaseline(days)
  const { zone } = view
  const comparisonOf = (startAt: EpochMs, endAt: EpochMs): Comparison => ({
    ...measure(startAt, endAt),
    ...{ zone, baseline },
  })
  const before = comparisonOf(firstAt, later(firstAt, hours(24)))
  return (at) => {
    const now = comparisonOf(later(at, -hours(24)), at)
    const score = scoreHealth(zone, now.measured, baseline, now.outdoorC, false)
    return {
      scoredAt: epochMs(at),
      noScore: score.ok ? null : score.problem,
      hasProbeFault: score.ok && score.value.probe !== null,
      now,
      before: [before],
    }
  }
}
