import { type EpochMs, minutes } from '@coldkeep/domain/time/instant'
import type { Db } from '../db/connect'
import { type DayCount, type RecordFilter, selectAlarmsByDay } from './alarm-record-queries'

interface Remembered {
  readonly at: EpochMs
  readonly counts: Promise<DayCount[]>
}

/** Nothing but late readings adds alarms to days that are over; the home page need not know of them at once. */
const FRESH_MS = minutes(1)
const FORGET_ABOVE = 500

const remembered = new WeakMap<Db, Map<string, Remembered>>()

/**
 * Alarms raised on days that are over, as they were a minute ago at most: every home page requests them each
 * minute, and they cost what all alarms of the week cost.
 */
export function countClosedDays(db: Db, filter: RecordFilter, now: EpochMs): Promise<DayCount[]> {
  const known = remembered.get(db) ?? new Map<string, Remembered>()
  remembered.set(db, known)
  const { departments, hidden } = filter.scope
  const key = JSON.stringify([departments, [...hidden], filter.storeIds, filter.first, filter.last])
  const before = known.get(key)
  if (before !== undefined && now >= before.at && now - before.at < FRESH_MS) return before.counts
  if (known.size >= FORGET_ABOVE) known.clear()
  const counts = selectAlarmsByDay(db, filter)
  known.set(key, { at: now, counts })
  // a failed count is tried again
  counts.catch(() => known.delete(key))
  return counts
}
