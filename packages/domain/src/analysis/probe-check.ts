import type { Series, Window } from '../points/series'
import { type EpochMs, epochMs, later } from '../time/instant'
import { contains, lengthMs, type Period, withoutPeriods } from '../time/period'
import { forEachJointStretch } from './joint-stretches'
import { median } from './median'

/** A probe that reads low keeps the display perfect while the food warms: the score alone sees it too late. */
const WARMER_SECOND_K = 2
const MOST_OF_THE_TIME = 0.95
const LEAST_KNOWN = 0.75
const MINUTE_MS = 60_000
const SHORTEST_PLATEAU_MS = 3 * MINUTE_MS
const PLATEAU_K_PER_MINUTE = 0.5
const PLATEAU_OFF_K = 1.5
/** A slower poll hardly ever meets a plateau, and takes what it meets for one. */
const SLOWEST_POLL_SECONDS = 120
/** What moves by larger steps stands still at any temperature. */
const LARGEST_STEP_K = 0.2
/** One defrost of a coil that hardly had ice proves nothing. */
const LEAST_PLATEAUS = 2
/** A plateau is passed through: the coil comes from below it and goes on above it. */
const PASSED_BY_K = 3
/** A coil that nothing heats comes to rest at the temperature of its air, which is no ice. */
const APART_FROM_AIR_K = 3

/**
 * Whether an air probe reads lower than a second probe in the same air or food, by more than 2 K nearly all the time
 * outside the mask.
 * @param window the last 24 hours
 * @returns null where less than three quarters of that time is known of both
 */
export function readsBelowSecondProbe(
  air: Series,
  second: Series,
  mask: readonly Period[],
  window: Window,
): boolean | null {
  const parts = withoutPeriods(window.period, [...window.excluded, ...mask])
  const wholeMs = parts.reduce((sum, part) => sum + lengthMs(part), 0)
  let knownMs = 0
  let lowMs = 0
  forEachJointStretch([air, second], window.periodSeconds, (fromMs, toMs, values) => {
    const differenceK = (values[1] as number) - (values[0] as number)
    if (Number.isNaN(differenceK)) return
    for (const { startAt, endAt } of parts) {
      const ms = Math.min(toMs, endAt) - Math.max(fromMs, startAt)
      if (ms <= 0) continue
      knownMs += ms
      if (differenceK > WARMER_SECOND_K) lowMs += ms
    }
  })
  if (wholeMs === 0 || knownMs < LEAST_KNOWN * wholeMs) return null
  return lowMs >= MOST_OF_THE_TIME * knownMs
}

export type PlateauFinding = 'right' | 'reads_low' | 'reads_high'

/**
 * Whether the evaporator's probe shows melting ice at 0 °C. While ice melts the coil hardly warms, so of each defrost
 * the stretches of at least 3 minutes with less than 0.5 K/min are looked at: one of them must lie within 1.5 K of 0.
 * A defrost in which none does shows where ice melted by the first that is at least 3 K away from the air; two defrosts
 * that show it off, all on one side, are a finding. A coil that never gets past a stretch, or comes from no lower, has not
 * melted anything.
 * @param evaporator °C
 * @param air °C
 * @returns null where no defrost shows a plateau, which says nothing about the probe, as do polls of more than 2 minutes
 */
export function checkMeltingPlateau(
  evaporator: Series,
  air: Series,
  defrosts: readonly Period[],
  periodSeconds: number,
): PlateauFinding | null {
  if (periodSeconds > SLOWEST_POLL_SECONDS || smallestStepK(evaporator) > LARGEST_STEP_K) return null
  const plateausC = defrosts.flatMap((defrost) => plateauC(evaporator, air, defrost) ?? [])
  if (plateausC.length === 0) return null
  if (plateausC.some(isRight)) return 'right'
  if (plateausC.length < LEAST_PLATEAUS) return null
  if (plateausC.every((plateau) => plateau < 0)) return 'reads_low'
  return plateausC.every((plateau) => plateau > 0) ? 'reads_high' : null
}

function isRight(plateauC: number): boolean {
  return Math.abs(plateauC) <= PLATEAU_OFF_K
}

function smallestStepK({ values }: Series): number {
  let [step, last] = [Number.POSITIVE_INFINITY, Number.NaN]
  for (let index = 0; index < values.length; index++) {
    const value = values[index] as number
    if (Number.isNaN(value)) continue
    if (!Number.isNaN(last) && value !== last) step = Math.min(step, Math.abs(value - last))
    last = value
  }
  return step
}

/** Where the ice of one defrost melted; null where that does not show. */
function plateauC(evaporator: Series, air: Series, defrost: Period): number | null {
  const coil = readingsWithin(evaporator, defrost)
  const passed = flatStretches(coil).filter(({ middleC, first, last }) => {
    const isFromBelow = coil.slice(0, first).some(({ value }) => value <= middleC - PASSED_BY_K)
    return isFromBelow && coil.slice(last + 1).some(({ value }) => value >= middleC + PASSED_BY_K)
  })
  const right = passed.find(({ middleC }) => isRight(middleC))
  if (right) return right.middleC
  const off = passed.find(({ middleC, first, last }) => {
    const period = { startAt: (coil[first] as Reading).at, endAt: later((coil[last] as Reading).at, 1) }
    const airC = median(readingsWithin(air, period).map(({ value }) => value))
    return airC !== null && Math.abs(middleC - airC) >= APART_FROM_AIR_K
  })
  return off?.middleC ?? null
}

interface Reading {
  readonly at: EpochMs
  readonly value: number
}

function readingsWithin({ timesMs, values }: Series, period: Period): Reading[] {
  const found: Reading[] = []
  for (let index = 0; index < timesMs.length; index++) {
    const at = epochMs(timesMs[index] as number)
    const value = values[index] as number
    if (contains(period, at) && !Number.isNaN(value)) found.push({ at, value })
  }
  return found
}

interface FlatStretch {
  /** Indexes of its readings. */
  readonly first: number
  readonly last: number
  readonly middleC: number
}

function flatStretches(coil: readonly Reading[]): FlatStretch[] {
  const found: FlatStretch[] = []
  let first = 0
  for (const [index, { at, value }] of coil.entries()) {
    const next = coil[index + 1]
    const isFlat =
      next !== undefined && Math.abs(next.value - value) < (PLATEAU_K_PER_MINUTE * (next.at - at)) / MINUTE_MS
    if (isFlat) continue
    if (at - (coil[first] as Reading).at >= SHORTEST_PLATEAU_MS) {
      const middleC = median(coil.slice(first, index + 1).map((reading) => reading.value)) as number
      found.push({ first, last: index, middleC })
    }
    first = index + 1
  }
  return found
}
