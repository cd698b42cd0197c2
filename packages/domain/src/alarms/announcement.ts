import type { StoreId } from '../ids'
import { type EpochMs, minutes } from '../time/instant'
import type { Priority } from './priority'

/** One message to the operators of a department, by the number that it has where it is kept. */
export type AnnouncementNumber = number

/** What the operators of one department have been notified of recently, as plain JSON. */
export interface RecentAnnouncements {
  /** When alarms came in the last ten minutes; no more than a flood needs to begin. */
  readonly times: readonly EpochMs[]
  readonly isFlood: boolean
  /** The one that speaks for all while there are too many. */
  readonly summary: AnnouncementNumber | null
  /** Announcements that other alarms of their store still join. */
  readonly groups: readonly {
    readonly storeId: StoreId
    readonly number: AnnouncementNumber
    readonly openedAt: EpochMs
  }[]
}

export type Announcing =
  | { readonly kind: 'join'; readonly number: AnnouncementNumber }
  | { readonly kind: 'open'; readonly as: 'store' | 'summary' }

const GROUP_MS = minutes(2)
const FLOOD_WINDOW_MS = minutes(10)
const FLOOD_BEGINS = 10
const FLOOD_GOES_ON = 5

export const nothingAnnounced: RecentAnnouncements = { times: [], isFlood: false, summary: null, groups: [] }

/**
 * How an alarm is announced to the operators of one department: alarms of a store within two minutes share
 * one announcement; from ten alarms in ten minutes until fewer than five, all but critical ones share one
 * summary. ANSI/ISA-18.2 calls ten in ten minutes a flood.
 */
export function announceAlarm(
  recent: RecentAnnouncements,
  alarm: { readonly storeId: StoreId; readonly priority: Priority },
  now: EpochMs,
): { readonly recent: RecentAnnouncements; readonly announcing: Announcing } {
  const times = [...recent.times.filter((at) => now - at < FLOOD_WINDOW_MS), now].slice(-FLOOD_BEGINS)
  const isFlood = times.length >= (recent.isFlood ? FLOOD_GOES_ON : FLOOD_BEGINS)
  const groups = recent.groups.filter((group) => now - group.openedAt < GROUP_MS)
  const next = { times, isFlood, summary: isFlood ? recent.summary : null, groups }
  if (isFlood && alarm.priority !== 'critical') {
    const announcing: Announcing =
      next.summary === null ? { kind: 'open', as: 'summary' } : { kind: 'join', number: next.summary }
    return { recent: next, announcing }
  }
  const group = isFlood ? undefined : groups.find(({ storeId }) => storeId === alarm.storeId)
  return {
    recent: next,
    announcing: group === undefined ? { kind: 'open', as: 'store' } : { kind: 'join', number: group.number },
  }
}

/** Records the number under which an announcement was opened. */
export function announcementOpened(
  recent: RecentAnnouncements,
  opened: {
    readonly as: 'store' | 'summary'
    readonly number: AnnouncementNumber
    readonly storeId: StoreId
    readonly at: EpochMs
  },
): RecentAnnouncements {
  const { as, number, storeId, at } = opened
  if (as === 'summary') return { ...recent, summary: number }
  const others = recent.groups.filter((group) => group.storeId !== storeId)
  return { ...recent, groups: [...others, { storeId, number, openedAt: at }] }
}

/** True while operators get more than they can look after. */
export function isFloodNow(recent: RecentAnnouncements, now: EpochMs): boolean {
  return recent.isFlood && recent.times.filter((at) => now - at < FLOOD_WINDOW_MS).length >= FLOOD_GOES_ON
}

/**
 * New alarms per interval of ten minutes, and in how many of them there were more than ten.
 * @param raised counted by intervals that begin with the period or a multiple of ten minutes after it
 */
export function tenMinuteCounts(
  raised: readonly { readonly startAt: EpochMs; readonly alarms: number }[],
  period: { readonly startAt: EpochMs; readonly endAt: EpochMs },
): { readonly counts: readonly number[]; readonly overTen: number } {
  const count = Math.ceil((period.endAt - period.startAt) / FLOOD_WINDOW_MS)
  const counts = new Array<number>(Math.max(0, count)).fill(0)
  for (const { startAt, alarms } of raised) {
    const index = Math.floor((startAt - period.startAt) / FLOOD_WINDOW_MS)
    if (counts[index] !== undefined) counts[index] += alarms
  }
  return { counts, overTen: counts.filter((alarms) => alarms > FLOOD_BEGINS).length }
}
