import type { BranchState } from '@coldkeep/domain/alarms/branch-state'
import type { DeviceWatch, PointEvent } from '@coldkeep/domain/alarms/device-watch'
import { type Branch, branches } from '@coldkeep/domain/alarms/limit-rule'
import { moreUrgent, rankOf } from '@coldkeep/domain/alarms/priority'
import { isActive, type StandingAlarm, UNATTENDED_AFTER_MS } from '@coldkeep/domain/alarms/standing-alarm'
import type { PointId, StoreId } from '@coldkeep/domain/ids'
import { type EpochMs, epochMs, hours, later } from '@coldkeep/domain/time/instant'
import type { Trx } from '../db/connect'
import { type ChangedAlarm, insertEvents } from './alarm-queries'
import { insertStanding, type KnownRecord, selectRecords } from './standing-record-queries'
import type { DeviceEntry } from './store-watch'

/** What came back longer ago than this is recorded, but nobody has to look after it any more. */
const NO_NEWS_AFTER_MS = hours(48)

/** What the readings tell when they are gone over again, beside what is known already. */
interface Replayed {
  readonly storeId: StoreId
  readonly entry: DeviceEntry
  /** Of the first reading that came late; what was raised before it has been judged. */
  readonly since: EpochMs
  readonly replayed: DeviceWatch
  readonly told: readonly PointEvent[]
}

interface Merged {
  readonly watch: DeviceWatch
  readonly events: readonly PointEvent[]
  /** Records that no watch goes on with. */
  readonly changed: readonly ChangedAlarm[]
}

/** One record as the readings alone would have it: nobody has seen it, so it may have been raised more than once. */
interface Episode {
  readonly alarm: StandingAlarm
  readonly events: readonly PointEvent[]
}

/**
 * Makes of both what would stand there if every reading had come in its time, except that what was told stays told:
 * alarms that nobody knew of are added with their true time and the mark `late`, known ones take the wider of both
 * spans, and a standing one that the readings do not bear out is cleared.
 */
export async function mergeEpisodes(trx: Trx, input: Replayed, now: EpochMs): Promise<Merged> {
  const { storeId, entry, since, replayed, told } = input
  const known = await selectRecords(trx, storeId, entry.deviceId, since)
  const points: Record<PointId, DeviceWatch['points'][PointId]> = { ...entry.watch.points }
  const events: PointEvent[] = []
  const changed: ChangedAlarm[] = []
  for (const { pointId } of entry.device.points) {
    const [live, again] = [entry.watch.points[pointId], replayed.points[pointId]]
    if (live === undefined || again === undefined) continue
    const next: Record<Branch, BranchState> = { low: live.low, high: live.high, lost: live.lost }
    for (const branch of branches) {
      const records = known.filter((record) => record.pointId === pointId && record.branch === branch)
      const standing = again[branch].alarm
      for (const episode of episodesOf(told, pointId, branch)) {
        const { alarm } = episode
        const isStanding = standing !== null && isActive(standing) && standing.ordinal === alarm.ordinal
        const isKnown = alarm.raisedAt < since || records.some((record) => overlaps(record, alarm, now))
        if (!isStanding && !isKnown) changed.push(await insertPast(trx, input, episode, now))
      }
      const isCovered = standing !== null && records.some((record) => overlaps(record, standing, now))
      const own = told.filter((event) => event.pointId === pointId && event.branch === branch)
      const merged = mergeBranch(live[branch], again[branch], { since, isCovered, own }, now)
      next[branch] = merged.state
      events.push(...merged.events.map((event) => ({ ...event, branch, pointId })))
    }
    points[pointId] = { ...live, ...newest(live, again), ...next }
  }
  const { defrost, band, scannedAt } = replayed
  const hasGoneOn = (scannedAt ?? 0) >= (entry.watch.scannedAt ?? 0)
  const watch = hasGoneOn ? { points, defrost, band, scannedAt } : { ...entry.watch, points }
  return { watch, events, changed }
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
  // one from before the readings that are gone over is not theirs to judge
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

function widened(known: StandingAlarm, again: StandingAlarm): StandingAlarm {
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

function episodesOf(told: readonly PointEvent[], pointId: PointId, branch: Branch): Episode[] {
  const episodes = new Map<number, Episode>()
  for (const event of told) {
    if (event.pointId !== pointId || event.branch !== branch) continue
    const { alarm } = event
    episodes.set(alarm.ordinal, { alarm, events: [...(episodes.get(alarm.ordinal)?.events ?? []), event] })
  }
  return [...episodes.values()]
}

function overlaps(
  record: KnownRecord,
  { raisedAt, returnedAt }: Pick<StandingAlarm, 'raisedAt' | 'returnedAt'>,
  now: EpochMs,
): boolean {
  return record.raisedAt <= (returnedAt ?? now) && (record.returnedAt ?? record.clearedAt ?? now) >= raisedAt
}

/** An alarm that was over before anybody knew: it waits for somebody to see it. */
async function insertPast(
  trx: Trx,
  { storeId, entry }: Replayed,
  { alarm, events }: Episode,
  now: EpochMs,
): Promise<ChangedAlarm> {
  const [first] = events
  const cleared = events.findLast(({ kind }) => kind === 'cleared')
  const point = entry.device.points.find((one) => one.pointId === first?.pointId)
  const branch = first?.branch ?? 'lost'
  const limit = branch === 'high' ? point?.rule.highLimit : point?.rule.lowLimit
  const returnedAt = alarm.returnedAt ?? events.at(-1)?.at ?? now
  const isOver = cleared !== undefined && now - returnedAt > NO_NEWS_AFTER_MS
  const alarmId = await insertStanding(trx, {
    storeId,
    terminalId: entry.terminalId,
    deviceId: entry.deviceId,
    pointId: point?.pointId ?? null,
    branch,
    state: isOver ? 'cleared' : 'returned',
    priority: rankOf(alarm.priority),
    startedAt: alarm.startedAt,
    raisedAt: alarm.raisedAt,
    lastRaisedAt: alarm.lastRaisedAt,
    returnedAt,
    clearedAt: isOver ? cleared.at : null,
    count: alarm.count,
    value: alarm.value,
    extreme: alarm.extreme,
    limitValue: branch === 'lost' ? null : (limit ?? null),
    unit: point?.unit ?? '',
    cause: alarm.cause,
    isLate: true,
    isChattering: alarm.isChattering,
    dueAt: isOver ? null : later(now, UNATTENDED_AFTER_MS),
    changedAt: now,
  })
  const history = isOver ? events : events.filter(({ kind }) => kind !== 'cleared')
  await insertEvents(
    trx,
    history.map(({ kind, at, reason = null }) => ({ storeId, alarmId, kind, at, reason })),
    now,
  )
  return { storeId, alarmId }
}
