import { forEachHeld, type Series, type Window } from '../points/series'
import { type EpochMs, later, minutes } from '../time/instant'
import { lengthMs, type Period } from '../time/period'
import { type BandFrom, bandAt } from './control-bands'

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
 * cooling was switched off by people; one that does it twice in a window, or for longer, is broken.
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
  const warm = restsOf(running, window).filter((rest) => {
    if (lengthMs(rest) < SHORTEST_MS || defrosts.some((defrost) => covers(defrost, rest))) return false
    const { setpointC, differentialK } = bandAt(bands, rest.endAt)
    const airC = lastBefore(air, rest.endAt)
    return airC !== null && airC > setpointC + differentialK + WARMER_THAN_BAND_K
  })
  const [pause] = warm
  if (pause === undefined || warm.length > 1 || lengthMs(pause) > LONGEST_MS) return []
  return [{ startAt: pause.startAt, endAt: later(pause.endAt, COLD_AGAIN_MS) }]
}

/** The rests up to the end of the window; a few lost polls do not end one. */
function restsOf(running: Series, { period, periodSeconds }: Window): Period[] {
  const rests: { readonly startAt: EpochMs; endAt: EpochMs }[] = []
  let hasRunSince = true
  forEachHeld(running, periodSeconds, (index, startAt, heldUntil) => {
    if ((running.values[index] as number) >= ON) {
      hasRunSince = true
      return
    }
    const endAt = heldUntil < period.endAt ? heldUntil : period.endAt
    const last = rests.at(-1)
    if (last === undefined || hasRunSince || startAt - last.endAt > LONGEST_GAP_MS)
      rests.push({ startAt, endAt })
    else last.endAt = endAt
    hasRunSince = false
  })
  return rests
}

/** A rest that belongs to a defrost is no pause. */
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
