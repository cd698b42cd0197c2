import type { PointId } from '../ids'
import { type EpochMs, epochMs, hours } from '../time/instant'
import type { BranchState } from './branch-state'
import type { DeviceWatch, PointEvent, WatchedDevice } from './device-watch'
import { type Branch, branches } from './limit-rule'
import { isActive, type OpenAlarm } from './open-alarm'
import type { WatchedPoint } from './point-watch'
import { moreUrgent } from './priority'

/** An alarm that returned to normal longer ago than this is recorded, but no longer needs attention. */
const NO_NEWS_AFTER_MS = hours(48)

/** What the readings yield when they are replayed, beside what is known already. */
interface Replayed {
  readonly device: WatchedDevice
  /** As it is known, without the readings that came late. */
  readonly watch: DeviceWatch
  /** Of the first reading that came late; what was raised before it has been judged. */
  readonly since: EpochMs
  readonly replayed: DeviceWatch
  readonly events: readonly PointEvent[]
}

/** An alarm of the device that is recorded already. */
export interface KnownAlarm {
  readonly pointId: PointId | null
  readonly branch: string
  readonly raisedAt: EpochMs
  readonly returnedAt: EpochMs | null
  readonly clearedAt: EpochMs | null
}

/** An alarm that was over before it became known. */
export interface PastAlarm {
  readonly alarm: OpenAlarm
  readonly point: WatchedPoint
  readonly branch: Branch
  readonly limitValue: number | null
  readonly returnedAt: EpochMs
  /** `null`: it waits to be acknowledged. */
  readonly clearedAt: EpochMs | null
  readonly events: readonly PointEvent[]
}

interface Merged {
  readonly watch: DeviceWatch
  readonly events: readonly PointEvent[]
  /** Alarms that no watch goes on with. */
  readonly past: readonly PastAlarm[]
}

/**
 * One record as the readings alone would have it: never acknowledged, so it may have been raised more than
 * once.
 */
interface Episode {
  readonly alarm: OpenAlarm
  readonly events: readonly PointEvent[]
}

/**
 * Merges both into what there would be had every reading come in time, except that what was announced stays
 * announced: alarms that were unknown are added with their true time and the mark `late`, known ones take the
 * wider of both spans, and an open one that the readings do not bear out is cleared.
 * @param known records of the device that may have been open since the first late reading
 */
export function mergeEpisodes(
  { device, watch, since, replayed, events: replayedEvents }: Replayed,
  known: readonly KnownAlarm[],
  now: EpochMs,
): Merged {
  const points: Record<PointId, DeviceWatch['points'][PointId]> = { ...watch.points }
  const events: PointEvent[] = []
  const past: PastAlarm[] = []
  for (const point of device.points) {
    const { pointId } = point
    const [live, again] = [watch.points[pointId], replayed.points[pointId]]
    if (live === undefined || again === undefined) continue
    const next: Record<Branch, BranchState> = { low: live.low, high: live.high, lost: live.lost }
    for (const branch of branches) {
      const records = known.filter((record) => record.pointId === pointId && record.branch === branch)
      const own = replayedEvents.filter((event) => event.pointId === pointId && event.branch === branch)
      const current = again[branch].alarm
      for (const episode of episodesOf(own)) {
        const { alarm } = episode
        const isCurrent = current !== null && isActive(current) && current.ordinal === alarm.ordinal
        const isKnown = alarm.raisedAt < since || records.some((record) => overlaps(record, alarm, now))
        if (!isCurrent && !isKnown) past.push(pastAlarm(point, branch, episode, now))
      }
      const isCovered = current !== null && records.some((record) => overlaps(record, current, now))
      const merged = mergeBranch(live[branch], again[branch], { since, isCovered, own }, now)
      next[branch] = merged.state
      events.push(...merged.events.map((event) => ({ ...event, branch, pointId })))
    }
    points[pointId] = { ...live, ...newest(live, again), ...next }
  }
  const { defrost, band, scannedAt } = replayed
  const hasGoneOn = (scannedAt ?? 0) >= (watch.scannedAt ?? 0)
  return { watch: hasGoneOn ? { points, defrost, band, scannedAt } : { ...watch, points }, events, past }
}

function pastAlarm(point: WatchedPoint, branch: Branch, { alarm, events }: Episode, now: EpochMs): PastAlarm {
  const { lowLimit, highLimit } = point.rule
  const cleared = events.findLast(({ kind }) => kind === 'cleared')
  const returnedAt = alarm.returnedAt ?? events.at(-1)?.at ?? now
  const isOver = cleared !== undefined && now - returnedAt > NO_NEWS_AFTER_MS
  return {
    alarm,
    point,
    branch,
    limitValue: branch === 'lost' ? null : branch === 'high' ? highLimit : lowLimit,
    returnedAt,
    clearedAt: isOver ? cleared.at : null,
    events: isOver ? events : events.filter(({ kind }) => kind !== 'cleared'),
  }
}

type BranchEvent = Omit<PointEvent, 'branch' | 'pointId'>

function mergeBranch(
  live: BranchState,
  again: BranchState,
  {
    since,
    isCovered,
    own,
  }: { readonly since: EpochMs; readonly isCovered: boolean; readonly own: readonly PointEvent[] },
  now: EpochMs,
): { state: BranchState; events: BranchEvent[] } {
  const { since: from, trueMs, backMs, asOf, peak, isHeld } = again
  const state: BranchState = { ...live, since: from, trueMs, peak, asOf, isHeld: isHeld || live.isHeld }
  const { alarm } = live
  if (alarm === null) {
    const found = again.alarm
    const isNews = found !== null && isActive(found) && !isCovered && found.raisedAt >= since
    if (!isNews) return { state: { ...state, backMs: null }, events: [] }
    const ordinal = live.ordinal + 1
    const events = own
      .filter((event) => event.alarm.ordinal === found.ordinal)
      .map((event) => ({ ...event, alarm: { ...event.alarm, ordinal } }))
    return { state: { ...state, alarm: { ...found, ordinal }, backMs, ordinal }, events }
  }
  if (!isActive(alarm)) return { state: { ...state, backMs: null }, events: [] }
  if (again.alarm !== null && isActive(again.alarm)) {
    return { state: { ...state, backMs, alarm: widened(alarm, again.alarm) }, events: [] }
  }
  // an alarm from before the replayed readings is not theirs to judge
  if (alarm.raisedAt < since && again.alarm === null) return { state: live, events: [] }
  const at = epochMs(Math.max(alarm.lastRaisedAt, again.alarm?.returnedAt ?? now))
  const back = { ...(again.alarm === null ? alarm : widened(alarm, again.alarm)), returnedAt: at }
  if (again.alarm !== null && !alarm.isAcknowledged) {
    return { state: { ...state, backMs: null, alarm: back }, events: [{ at, kind: 'returned', alarm: back }] }
  }
  const reason = again.alarm === null ? ('judged_anew' as const) : ('returned' as const)
  const cleared = { at, kind: 'cleared', alarm: back, reason } as const
  return { state: { ...state, backMs: null, alarm: null, past: back }, events: [cleared] }
}

function widened(known: OpenAlarm, again: OpenAlarm): OpenAlarm {
  const isHigher = (again.extreme ?? 0) > (again.value ?? 0) || (known.extreme ?? 0) > (known.value ?? 0)
  const pair = [known.extreme, again.extreme].filter((value) => value !== null)
  const extreme = pair.length === 0 ? null : isHigher ? Math.max(...pair) : Math.min(...pair)
  return {
    ...known,
    startedAt: epochMs(Math.min(known.startedAt, again.startedAt)),
    raisedAt: epochMs(Math.min(known.raisedAt, again.raisedAt)),
    extreme: known.extreme === null ? again.extreme : extreme,
    priority: moreUrgent(known.priority, again.priority),
  }
}

function newest(live: DeviceWatch['points'][PointId], again: DeviceWatch['points'][PointId]) {
  const isNewer = again.seenAt >= live.seenAt
  return { seenAt: isNewer ? again.seenAt : live.seenAt, reading: again.reading ?? live.reading }
}

/** @param events of one branch of a point */
function episodesOf(events: readonly PointEvent[]): Episode[] {
  const episodes = new Map<number, Episode>()
  for (const event of events) {
    const { alarm } = event
    episodes.set(alarm.ordinal, { alarm, events: [...(episodes.get(alarm.ordinal)?.events ?? []), event] })
  }
  return [...episodes.values()]
}

function overlaps(
  record: KnownAlarm,
  { raisedAt, returnedAt }: Pick<OpenAlarm, 'raisedAt' | 'returnedAt'>,
  now: EpochMs,
): boolean {
  return record.raisedAt <= (returnedAt ?? now) && (record.returnedAt ?? record.clearedAt ?? now) >= raisedAt
}
