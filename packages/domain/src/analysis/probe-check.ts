import type { Series, Window } from '../points/series'
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
 * the longest stretch of at least 3 minutes with less than 0.5 K/min is looked at: one of them must lie within 1.5 K of 0;
 * at least two that lie off, all on one side, are a finding. A coil that never gets past such a stretch, or comes from no
 * lower, has not melted anything.
 * @param evaporator °C
 * @returns null where no defrost shows a plateau, which says nothing about the probe, as do polls of more than 2 minutes
 */
export function checkMeltingPlateau(
  evaporator: Series,
  defrosts: readonly Period[],
  periodSeconds: number,
): PlateauFinding | null {
  if (periodSeconds > SLOWEST_POLL_SECONDS || smallestStepK(evaporator) > LARGEST_STEP_K) return null
  const plateausC = defrosts.flatMap((defrost) => plateauC(evaporator, defrost) ?? [])
  if (plateausC.length === 0) return null
  if (plateausC.some((plateau) => Math.abs(plateau) <= PLATEAU_OFF_K)) return 'right'
  if (plateausC.length < LEAST_PLATEAUS) return null
  if (plateausC.every((plateau) => plateau < 0)) return 'reads_low'
  return plateausC.every((plateau) => plateau > 0) ? 'reads_high' : null
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

function plateauC({ timesMs, values }: Series, defrost: Period): number | null {
  const indexes: number[] = []
  for (let index = 0; index < timesMs.length; index++) {
    if (contains(defrost, timesMs[index] as Period['startAt']) && !Number.isNaN(values[index]))
      indexes.push(index)
  }
  let longest: readonly number[] = []
  let flat: number[] = []
  const lengthOf = (row: readonly number[]) =>
    row.length < 2 ? 0 : (timesMs[row.at(-1) as number] as number) - (timesMs[row[0] as number] as number)
  for (const index of indexes) {
    const before = flat.at(-1)
    if (before !== undefined) {
      const riseK = Math.abs((values[index] as number) - (values[before] as number))
      const minutes = ((timesMs[index] as number) - (timesMs[before] as number)) / MINUTE_MS
      if (riseK >= PLATEAU_K_PER_MINUTE * minutes) flat = []
    }
    flat.push(index)
    if (lengthOf(flat) > lengthOf(longest)) longest = [...flat]
  }
  const middleC = median(longest.map((index) => values[index] as number))
  if (middleC === null || lengthOf(longest) < SHORTEST_PLATEAU_MS) return null
  const [first, last] = [longest[0] as number, longest.at(-1) as number]
  const isFromBelow = indexes.some((at) => at < first && (values[at] as number) <= middleC - PASSED_BY_K)
  const isLeftAbove = indexes.some((at) => at > last && (values[at] as number) >= middleC + PASSED_BY_K)
  return isFromBelow && isLeftAbove ? middleC : null
}
