import { type EpochMs, epochMs } from './instant'

/** A stretch of time that contains its start and not its end. */
export interface Period {
  readonly startAt: EpochMs
  readonly endAt: EpochMs
}

/** Length in milliseconds. */
export function lengthMs(period: Period): number {
  return period.endAt - period.startAt
}

/** Length in minutes, which for a day of summer-time change is 1380 or 1500. */
export function lengthMinutes(period: Period): number {
  return lengthMs(period) / 60_000
}

export function contains(period: Period, at: EpochMs): boolean {
  return period.startAt <= at && at < period.endAt
}

/** True when the two share an instant; periods that only meet share none. */
export function overlaps(a: Period, b: Period): boolean {
  return a.startAt < b.endAt && b.startAt < a.endAt
}

/** What the two share, or null. */
export function intersection(a: Period, b: Period): Period | null {
  if (!overlaps(a, b)) return null
  return {
    startAt: epochMs(Math.max(a.startAt, b.startAt)),
    endAt: epochMs(Math.min(a.endAt, b.endAt)),
  }
}

/** The stretch of the same length that ends where this one starts. For days use the store's calendar. */
export function previousPeriod(period: Period): Period {
  return { startAt: epochMs(period.startAt - lengthMs(period)), endAt: period.startAt }
}

/** The stretch of the same length that starts where this one ends. For days use the store's calendar. */
export function nextPeriod(period: Period): Period {
  return { startAt: period.endAt, endAt: epochMs(period.endAt + lengthMs(period)) }
}

/** The same instants as separate stretches in order; those that meet or overlap become one, empty ones none. */
export function mergePeriods(periods: readonly Period[]): Period[] {
  const merged: Period[] = []
  for (const period of [...periods].sort((a, b) => a.startAt - b.startAt)) {
    if (period.endAt <= period.startAt) continue
    const last = merged.at(-1)
    if (last === undefined || period.startAt > last.endAt) merged.push(period)
    else if (period.endAt > last.endAt) merged[merged.length - 1] = { ...last, endAt: period.endAt }
  }
  return merged
}

/** The parts of a period that no excluded stretch touches, in order. */
export function withoutPeriods(period: Period, excluded: readonly Period[]): Period[] {
  const parts: Period[] = []
  let startAt = period.startAt
  for (const hole of mergePeriods(excluded)) {
    if (hole.endAt <= startAt || hole.startAt >= period.endAt) continue
    if (hole.startAt > startAt) parts.push({ startAt, endAt: hole.startAt })
    startAt = hole.endAt
  }
  if (startAt < period.endAt) parts.push({ startAt, endAt: period.endAt })
  return parts
}
