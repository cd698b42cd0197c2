/** Readings of one quantity: instants in epoch milliseconds, rising, and a value or none. */
export interface TimeSeries {
  readonly times: readonly number[]
  readonly values: readonly (number | null)[]
}

export interface TimeSpan {
  readonly from: number
  readonly to: number
}

/**
 * Stretches without a value: runs of empty values, and the margins of the window where nothing was read for more
 * than two periods.
 */
export function gapsOf(
  { times, values }: TimeSeries,
  window: TimeSpan,
  periodMs: number,
): readonly TimeSpan[] {
  const gaps: TimeSpan[] = []
  let lastGood = window.from
  let isOpen = (times[0] ?? window.to) - window.from > 2 * periodMs
  for (const [index, at] of times.entries()) {
    if (values[index] === null) {
      isOpen = true
      continue
    }
    if (isOpen && at > lastGood) gaps.push({ from: lastGood, to: at })
    isOpen = false
    lastGood = at
  }
  if (window.to - lastGood > 2 * periodMs) gaps.push({ from: lastGood, to: window.to })
  return gaps
}

/** The stretches that all of these lists share. */
export function sharedGaps(lists: readonly (readonly TimeSpan[])[]): readonly TimeSpan[] {
  const [first = [], ...rest] = lists
  return rest.reduce<readonly TimeSpan[]>(
    (shared, list) =>
      shared.flatMap((one) =>
        list
          .map((other) => ({ from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) }))
          .filter((span) => span.from < span.to),
      ),
    first,
  )
}

/** The stretches in which a state is on. A reading is valid until the next one, at most for two periods. */
export function onSpans({ times, values }: TimeSeries, periodMs: number): readonly TimeSpan[] {
  const spans: { from: number; to: number }[] = []
  for (const [index, at] of times.entries()) {
    const value = values[index] ?? null
    if (value === null || value < 0.5) continue
    const to = Math.min(times[index + 1] ?? at + periodMs, at + 2 * periodMs)
    const last = spans.at(-1)
    if (last && last.to === at) last.to = to
    else spans.push({ from: at, to })
  }
  return spans
}

/** The window made smaller (factor below 1) or larger around its middle, kept within the limits. */
export function zoomWindow(window: TimeSpan, factor: number, limits: TimeSpan): TimeSpan {
  const middle = (window.from + window.to) / 2
  const half = ((window.to - window.from) / 2) * factor
  return { from: Math.max(limits.from, middle - half), to: Math.min(limits.to, middle + half) }
}

/** The window moved by a share of its length, kept within the limits. */
export function panWindow(window: TimeSpan, share: number, limits: TimeSpan): TimeSpan {
  const length = window.to - window.from
  const from = Math.min(Math.max(window.from + share * length, limits.from), limits.to - length)
  return { from, to: from + length }
}
