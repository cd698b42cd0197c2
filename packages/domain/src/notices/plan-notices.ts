import type { AlarmState } from '../alarms/open-alarm'
import type { StoreId } from '../ids'
import { type EpochMs, later, minutes } from '../time/instant'
import type { NewsAbout } from './notice-kind'
import { type QuietHours, quietUntil } from './quiet-hours'

/** Something of which one recipient is to be notified, and how its subject is now. */
export interface WaitingNotice {
  readonly id: number
  readonly about: NewsAbout
  /** The same for news that repeats other news. */
  readonly topic: string
  readonly storeId: StoreId
  /** 1 for critical to 4 for low. */
  readonly rank: number
  /** Why no notification is needed any more. */
  readonly settled: Settled | null
  readonly isChattering: boolean
  /** Of "back to normal": whether the recipient was notified of the alarm, may still be, or was not. */
  readonly raised: 'sent' | 'open' | 'none'
}

/** What the recipient was notified of in the last half hour. */
export interface RecentNotifications {
  readonly messages: readonly {
    readonly at: EpochMs
    readonly storeId: StoreId | null
    readonly isDigest: boolean
  }[]
  readonly topics: readonly { readonly topic: string; readonly rank: number; readonly at: EpochMs }[]
}

type Suppression = 'over' | 'acknowledged' | 'hidden' | 'repeated' | 'chattering' | 'never_told'
export type Settled = Extract<Suppression, 'over' | 'acknowledged' | 'hidden'>

export interface NoticePlan {
  readonly suppressed: readonly { readonly id: number; readonly why: Suppression }[]
  readonly held: readonly {
    readonly id: number
    readonly until: EpochMs
    readonly why: 'quiet' | 'storm' | 'raise'
  }[]
  /**
   * Each is one message: one piece of news, several of one store, or a digest of what is too much to be sent
   * singly.
   */
  readonly messages: readonly { readonly ids: readonly number[]; readonly isDigest: boolean }[]
}

export const REPEAT_AFTER_MS = minutes(30)
const STORM_WINDOW_MS = minutes(10)
const MOST_MESSAGES = 10
const FLOOD_BEGINS = 10
const STORE_GROUP_MS = minutes(2)
const RAISE_AGAIN_LOOKED_AT_MS = minutes(0.5)
const CRITICAL = 1

/**
 * Why an alarm that was raised needs no notification any more; a late one, of a step or after waiting, needs
 * one that is still active.
 */
export function settledAlarm(
  state: AlarmState,
  { step, wasHeld }: { readonly step: number; readonly wasHeld: boolean },
): Settled | null {
  if (state === 'acknowledged') return 'acknowledged'
  if (state === 'suppressed' || state === 'shelved' || state === 'out_of_service') return 'hidden'
  return state === 'cleared' || (state === 'returned' && (step > 0 || wasHeld)) ? 'over' : null
}

/** What becomes of all of which one recipient is to be notified now. */
export function planNotices(
  waiting: readonly WaitingNotice[],
  recent: RecentNotifications,
  quiet: QuietHours | null,
  now: EpochMs,
): NoticePlan {
  const suppressed: NoticePlan['suppressed'][number][] = []
  const held: NoticePlan['held'][number][] = []
  const ready: WaitingNotice[] = []
  const quietEnd = quietUntil(quiet, now)
  const taken = new Map<string, number>()
  for (const notice of [...waiting].sort(byUrgency)) {
    const { id, topic, rank } = notice
    const why = suppressionOf(notice, recent, taken, now)
    if (why !== null) suppressed.push({ id, why })
    else if (notice.about === 'cleared' && notice.raised === 'open')
      held.push({ id, until: later(now, RAISE_AGAIN_LOOKED_AT_MS), why: 'raise' })
    else if (quietEnd !== null && rank > CRITICAL) held.push({ id, until: quietEnd, why: 'quiet' })
    else {
      ready.push(notice)
      if (notice.about !== 'cleared') taken.set(topic, rank)
    }
  }
  const within = recent.messages.filter(({ at }) => now - at < STORM_WINDOW_MS)
  const shared = shareOut(ready, { ...recent, messages: within }, now)
  return { suppressed, held: [...held, ...shared.held], messages: shared.messages }
}

function byUrgency(a: WaitingNotice, b: WaitingNotice): number {
  return a.rank - b.rank || a.id - b.id
}

function suppressionOf(
  notice: WaitingNotice,
  recent: RecentNotifications,
  taken: ReadonlyMap<string, number>,
  now: EpochMs,
): Suppression | null {
  const { about, settled, topic, rank } = notice
  if (about === 'cleared') return notice.raised === 'none' ? 'never_told' : null
  if (settled !== null) return settled
  const earlier = recent.topics.filter((one) => one.topic === topic && now - one.at < REPEAT_AFTER_MS)
  const best = Math.min(taken.get(topic) ?? Number.POSITIVE_INFINITY, ...earlier.map((one) => one.rank))
  if (rank >= best) return 'repeated'
  return notice.isChattering && earlier.length > 0 ? 'chattering' : null
}

type Shared = Pick<NoticePlan, 'held' | 'messages'>

function shareOut(ready: readonly WaitingNotice[], recent: RecentNotifications, now: EpochMs): Shared {
  const first = Math.min(...recent.messages.map(({ at }) => at))
  const free = MOST_MESSAGES - recent.messages.length
  if (ready.length === 0) return { held: [], messages: [] }
  if (free <= 0) return { held: holding(ready, stormEnd(first)), messages: [] }
  const recentTopics = recent.topics.filter(({ at }) => now - at < STORM_WINDOW_MS).map(({ topic }) => topic)
  const raised = ready.filter(({ about }) => about !== 'cleared').map(({ topic }) => topic)
  if (new Set([...recentTopics, ...raised]).size < FLOOD_BEGINS) return byStore(ready, recent, free, now)
  const critical = ready.filter(({ rank }) => rank === CRITICAL)
  const rest = ready.filter(({ rank }) => rank > CRITICAL)
  const digestAt = Math.max(...recent.messages.map(({ at, isDigest }) => (isDigest ? at : 0)), 0)
  const singles = critical.map((notice) => [notice])
  if (digestAt > 0) {
    return { held: holding(rest, stormEnd(digestAt)), messages: fitting(singles, free) }
  }
  const digest = { ids: rest.map(({ id }) => id), isDigest: true }
  if (rest.length === 0) return { held: [], messages: fitting(singles, free) }
  if (singles.length < free) return { held: [], messages: [...fitting(singles, free), digest] }
  return { held: [], messages: fitting([...singles, rest], free) }
}

/** What is ready of a store goes in one message; soon after one, only what is critical goes. */
function byStore(
  ready: readonly WaitingNotice[],
  { messages }: RecentNotifications,
  free: number,
  now: EpochMs,
): Shared {
  const held: NoticePlan['held'][number][] = []
  const groups = new Map<string, WaitingNotice[]>()
  for (const notice of ready) {
    const { storeId, about, rank } = notice
    const sentAt = messages.filter((one) => one.storeId === storeId).map(({ at }) => at)
    const until = later(Math.max(0, ...sentAt) as EpochMs, STORE_GROUP_MS)
    if (until > now && rank > CRITICAL) held.push({ id: notice.id, until, why: 'storm' })
    else {
      const key = `${storeId} ${about}`
      groups.set(key, [...(groups.get(key) ?? []), notice])
    }
  }
  return { held, messages: fitting([...groups.values()], free) }
}

/** As many messages as may still be sent: what does not fit goes into the last one. */
function fitting(groups: readonly (readonly WaitingNotice[])[], free: number): NoticePlan['messages'] {
  const single = groups.length <= free ? groups : groups.slice(0, free - 1)
  const rest = groups.slice(single.length).flat()
  const all = rest.length > 0 ? [...single, rest] : single
  return all.map((group) => ({ ids: group.map(({ id }) => id), isDigest: isDigest(group) }))
}

/** Several stores, or both good and bad news. */
function isDigest(group: readonly WaitingNotice[]): boolean {
  const [first] = group
  return group.some(({ storeId, about }) => storeId !== first?.storeId || about !== first.about)
}

function holding(notices: readonly WaitingNotice[], until: EpochMs): NoticePlan['held'] {
  return notices.map(({ id }) => ({ id, until, why: 'storm' }))
}

function stormEnd(at: number): EpochMs {
  return later(at as EpochMs, STORM_WINDOW_MS)
}
