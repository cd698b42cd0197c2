import { forEachHeld, type Series, type Window } from '../points/series'
import type { EpochMs } from '../time/instant'
import { intersection, type Period, withoutPeriods } from '../time/period'

/**
 * The stretches of a window in which the value of a point matches, in order, held as readings are held. Cut
 * at the borders of the window and of excluded time.
 */
export function heldPeriods(series: Series, window: Window, matches: (value: number) => boolean): Period[] {
  const found: Period[] = []
  forEachHeld(series, window.periodSeconds, (index, startAt, endAt) => {
    if (matches(series.values[index] as number)) extend(found, startAt, endAt)
  })
  return withinWindow(found, window)
}

/** Adds a stretch that does not start before the last one; those that meet become one. */
export function extend(periods: Period[], startAt: EpochMs, endAt: EpochMs): void {
  const last = periods.at(-1)
  if (last && last.endAt >= startAt) periods[periods.length - 1] = { startAt: last.startAt, endAt }
  else periods.push({ startAt, endAt })
}

export function withinWindow(periods: readonly Period[], window: Window): Period[] {
  const parts = withoutPeriods(window.period, window.excluded)
  return periods.flatMap((period) => parts.flatMap((part) => intersection(period, part) ?? []))
}
