import type { Period } from '../time/period'

/** How much of a stretch lies in the periods, which are in order; called with stretches in order. Milliseconds. */
export function overlapWith(periods: readonly Period[]): (fromMs: number, toMs: number) => number {
  let first = 0
  return (fromMs, toMs) => {
    while (first < periods.length && (periods[first] as Period).endAt <= fromMs) first++
    let ms = 0
    for (let index = first; index < periods.length; index++) {
      const { startAt, endAt } = periods[index] as Period
      if (startAt >= toMs) break
      ms += Math.min(toMs, endAt) - Math.max(fromMs, startAt)
    }
    return ms
  }
}
