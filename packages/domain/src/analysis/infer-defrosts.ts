import type { TemperatureZone } from '../organisation/device'
import type { Series, Window } from '../points/series'
import { epochMs, minutes } from '../time/instant'
import { lengthMs, mergePeriods, type Period } from '../time/period'
import { inferDefrostPeriods, LONGEST_INFERRED_MS } from './defrost'
import { withinWindow } from './held-periods'
import { forEachJointStretch } from './joint-stretches'
import { median } from './median'

/** Air and evaporator in °C; compressor 1 on, 0 off. */
interface Parts {
  readonly air: Series
  readonly evaporator: Series
  readonly compressor: Series
}

/** State points are read as 0 or 1. */
const ON = 0.5
/** A rest that is so much longer than most, and so long, is a coil melting its ice off. */
const LONGER_THAN_MOST = 2.5
const SHORTEST_REST_MS = minutes(10)
const LEAST_RESTS = 8
/** A coil that has melted its ice is above 0 °C, and close to the air that melts it. */
const MELTED_ABOVE_C = 0
const CLOSE_TO_AIR_K = 3

/**
 * Defrosts of equipment without a defrost point, in order: where its coil is warmer than the air (`inferDefrostPeriods`),
 * and, where food is not frozen, rests of 10 minutes to 2 hours and 2.5 times the usual one at whose end the coil is
 * above 0 °C and within 3 K of the air, as it is melted by the air alone. The length is judged before a stretch is cut
 * by the window.
 */
export function inferDefrosts(parts: Parts, zone: TemperatureZone, window: Window): Period[] {
  const heated = inferDefrostPeriods(parts, window)
  if (zone === 'FZ' || zone === 'IC') return heated
  const rests: Rest[] = []
  const points = [parts.air, parts.evaporator, parts.compressor]
  forEachJointStretch(points, window.periodSeconds, (fromMs, toMs, values) => {
    if ((values[2] as number) < ON) addRest(rests, fromMs, toMs, values[0] as number, values[1] as number)
  })
  return mergePeriods([...heated, ...withinWindow(longRests(rests), window)])
}

interface Rest {
  readonly startAt: Period['startAt']
  endAt: Period['endAt']
  hasMelted: boolean
}

function addRest(rests: Rest[], fromMs: number, toMs: number, airC: number, evaporatorC: number): void {
  const hasMelted = evaporatorC > MELTED_ABOVE_C && airC - evaporatorC < CLOSE_TO_AIR_K
  const last = rests.at(-1)
  if (last === undefined || last.endAt < fromMs)
    rests.push({ startAt: epochMs(fromMs), endAt: epochMs(toMs), hasMelted })
  else {
    last.endAt = epochMs(toMs)
    last.hasMelted = hasMelted
  }
}

function longRests(rests: readonly Rest[]): Period[] {
  const usualMs = median(rests.map(lengthMs))
  if (usualMs === null || rests.length < LEAST_RESTS) return []
  const leastMs = Math.max(SHORTEST_REST_MS, LONGER_THAN_MOST * usualMs)
  return rests.filter(
    (rest) => rest.hasMelted && lengthMs(rest) >= leastMs && lengthMs(rest) <= LONGEST_INFERRED_MS,
  )
}
