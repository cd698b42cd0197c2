import { forEachHeld, type Series, type Window } from '../points/series'
import { minutes } from '../time/instant'
import { type Period, withoutPeriods } from '../time/period'

/** What a point that is on or off did in a window. */
export interface StateRuns {
  /** How often it went on: seen off, and on at the next reading. */
  readonly starts: number
  readonly onMinutes: number
  /** The longest time on end, within the window. */
  readonly longestMinutes: number
}

/** State points are read as 0 or 1. */
const ON = 0.5

/**
 * Follows a state through the window. A change of which the moments are not known, behind a gap, is a start in the
 * moment in which it is seen; time in the gap is not known to be on and parts what is on before and after it.
 */
export function countRuns(state: Series, window: Window): StateRuns {
  const parts = withoutPeriods(window.period, window.excluded)
  let [starts, onMs, runMs, longestMs] = [0, 0, 0, 0]
  let [part, runEndMs] = [0, Number.NaN]
  let wasOff = false
  forEachHeld(state, window.periodSeconds, (index, startAt, endAt) => {
    const isOn = (state.values[index] as number) >= ON
    while (part < parts.length && (parts[part] as Period).endAt <= startAt) part++
    if (isOn && wasOff && part < parts.length && (parts[part] as Period).startAt <= startAt) starts++
    wasOff = !isOn
    if (!isOn) return
    for (let at = part; at < parts.length && (parts[at] as Period).startAt < endAt; at++) {
      const { startAt: from, endAt: to } = parts[at] as Period
      const [fromMs, toMs] = [Math.max(from, startAt), Math.min(to, endAt)]
      runMs = fromMs === runEndMs ? runMs + toMs - fromMs : toMs - fromMs
      runEndMs = toMs
      onMs += toMs - fromMs
      longestMs = Math.max(longestMs, runMs)
    }
  })
  return { starts, onMinutes: onMs / minutes(1), longestMinutes: longestMs / minutes(1) }
}
