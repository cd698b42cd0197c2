import type { Series, Window } from '../points/series'
import { later, minutes } from '../time/instant'
import { lengthMs, type Period } from '../time/period'
import { type BandFrom, bandAt } from './control-bands'
import { heldPeriods } from './held-periods'

/** State points are read as 0 or 1. */
const ON = 0.5
const SHORTEST_MS = minutes(45)
/** A case that is emptied and cleaned runs again by then; one that rests for longer in warm air has failed. */
const LONGEST_MS = minutes(240)
const WARMER_THAN_BAND_K = 1
const LONGEST_GAP_MS = minutes(10)
/** Goods and air that came back warm are cold again by then, and the compressor has done its extra work. */
const COLD_AGAIN_MS = minutes(240)

/**
 * A pause that nobody reported, as for cleaning or by the main switch: the only rest of 45 minutes to 4 hours at whose
 * end the air is more than 1 K warmer than the band lets it be. A controller that has the air warm and does not ask for
 * cooling has been told so; one that does it twice in a window, or for longer, is broken.
 * @returns the rest and the 4 hours after it
 * @param running 1 while it cools, 0 while it rests
 * @param window the one that is scored, with the hours before it
 */
export function inferPauses(
  running: Series,
  air: Series,
  bands: readonly BandFrom[],
  defrosts: readonly Period[],
  window: Window,
): Period[] {
  const runs = heldPeriods(running, window, (value) => value >= ON)
  const rests = joined(
    heldPeriods(running, window, (value) => value < ON),
    runs,
  )
  const warm = rests.filter((rest) => {
    if (lengthMs(rest) < SHORTEST_MS || defrosts.some((defrost) => covers(defrost, rest))) return false
    const { setpointC, differentialK } = bandAt(bands, rest.endAt)
    const airC = lastBefore(air, rest.endAt)
    return airC !== null && airC > setpointC + differentialK + WARMER_THAN_BAND_K
  })
  const [pause] = warm
  if (pause === undefined || warm.length > 1 || lengthMs(pause) > LONGEST_MS) return []
  return [{ startAt: pause.startAt, endAt: later(pause.endAt, COLD_AGAIN_MS) }]
}

/** A few lost polls do not end a rest. */
function joined(rests: readonly Period[], runs: readonly Period[]): Period[] {
  const whole: Period[] = []
  for (const rest of rests) {
    const last = whole.at(-1)
    const isSame =
      last !== undefined &&
      rest.startAt - last.endAt <= LONGEST_GAP_MS &&
      !runs.some((run) => run.startAt >= last.endAt && run.startAt < rest.startAt)
    if (isSame) whole[whole.length - 1] = { startAt: last.startAt, endAt: rest.endAt }
    else whole.push(rest)
  }
  return whole
}

/** A rest that belongs to a defrost is told by it. */
function covers(defrost: Period, rest: Period): boolean {
  const togetherMs = Math.min(defrost.endAt, rest.endAt) - Math.max(defrost.startAt, rest.startAt)
  return togetherMs >= lengthMs(rest) / 2
}

function lastBefore({ timesMs, values }: Series, beforeMs: number): number | null {
  for (let index = timesMs.length - 1; index >= 0; index--) {
    const value = values[index] as number
    if ((timesMs[index] as number) < beforeMs && !Number.isNaN(value)) return value
  }
  return null
}
