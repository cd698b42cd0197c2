import { forEachHeldWithin, type Series, type Window } from '../points/series'
import { epochMs, minutes } from '../time/instant'
import { lengthMinutes, withoutPeriods } from '../time/period'
import type { ZoneLimits } from './zone-limits'

/** Temperature of a product over a day or a longer period. */
export interface TemperatureFigures {
  /** Weighted by the time that each reading stands for. */
  readonly averageC: number
  readonly lowestC: number
  readonly highestC: number
  /** The steady temperature at which as much would have spoiled. */
  readonly meanKineticC: number
  /** Time above the insured high or below the insured low. */
  readonly excursionMinutes: number
  /** K beyond the insured limit × minutes. */
  readonly degreeMinutes: number
  readonly longestExcursionMinutes: number
  readonly longestBeyondHardMinutes: number
}

/** What was measured of what was to be measured. */
export interface MeasuredTemperature {
  readonly coveredMinutes: number
  /** Minutes of the window that are not excluded. */
  readonly expectedMinutes: number
  /** Null where no reading stands for any of them. */
  readonly figures: TemperatureFigures | null
}

const MINUTE_MS = 60_000
const ZERO_C_IN_K = 273.15
const GAS_KJ_PER_MOL_K = 8.3144e-3
/** Spells that are less apart are one, which lasts as long as they do together. */
const JOINED_WITHIN_MS = minutes(10)
/** Digits beyond them are noise of binary fractions and decide no verdict. */
const MEANT_DIGITS = 12

/**
 * Figures of the window, in one pass. A spell that began before the window counts from where it began, as far as the
 * readings handed in reach, once it reaches into the window: one over midnight counts in full on the day it ends, and
 * as far as it has come on the day it begins.
 * @param product °C, from before the window on
 */
export function measureTemperature(product: Series, limits: ZoneLimits, window: Window): MeasuredTemperature {
  const { startAt, endAt } = window.period
  const firstMs = Math.min(startAt, product.timesMs[0] ?? startAt)
  const [lowC, highC] = [limits.insuredLowC ?? -Infinity, limits.insuredHighC ?? Infinity]
  const [hardLowC, hardHighC] = [limits.hardLowC ?? -Infinity, limits.hardHighC ?? Infinity]
  const kelvins = activationInKelvins(limits.activationKjPerMol)
  const excursions = new Spells(startAt)
  const hardSpells = new Spells(startAt)
  const sum = {
    ms: 0,
    warmth: 0,
    excursionMs: 0,
    degreeMs: 0,
    spoilage: 0,
    lowestC: Infinity,
    highestC: -Infinity,
  }
  const reach = { ...window, period: { startAt: epochMs(firstMs), endAt } }
  forEachHeldWithin(product, reach, (index, fromMs, toMs) => {
    const productC = product.values[index] as number
    const beyondK = Math.max(0, productC - highC, lowC - productC)
    if (beyondK > 0) excursions.add(fromMs, toMs)
    if (productC > hardHighC || productC < hardLowC) hardSpells.add(fromMs, toMs)
    if (toMs <= startAt) return
    const ms = toMs - Math.max(fromMs, startAt)
    sum.ms += ms
    sum.warmth += ms * productC
    sum.spoilage += ms * Math.exp(-kelvins / (productC + ZERO_C_IN_K))
    if (beyondK > 0) sum.excursionMs += ms
    sum.degreeMs += ms * beyondK
    if (productC < sum.lowestC) sum.lowestC = productC
    if (productC > sum.highestC) sum.highestC = productC
  })
  return {
    coveredMinutes: sum.ms / MINUTE_MS,
    expectedMinutes: expectedMinutes(window),
    figures:
      sum.ms === 0
        ? null
        : {
            averageC: sum.warmth / sum.ms,
            lowestC: sum.lowestC,
            highestC: sum.highestC,
            meanKineticC: kelvins / -Math.log(sum.spoilage / sum.ms) - ZERO_C_IN_K,
            excursionMinutes: sum.excursionMs / MINUTE_MS,
            degreeMinutes: Number((sum.degreeMs / MINUTE_MS).toPrecision(MEANT_DIGITS)),
            longestExcursionMinutes: excursions.longestMs / MINUTE_MS,
            longestBeyondHardMinutes: hardSpells.longestMs / MINUTE_MS,
          },
  }
}

/**
 * Days of one device as one period: averages weighted by minutes, minutes and degree-minutes added up, the longest of
 * the longest.
 * @param activationKjPerMol that the days were measured with
 */
export function joinMeasured(
  days: Iterable<MeasuredTemperature>,
  activationKjPerMol: number,
): MeasuredTemperature {
  const kelvins = activationInKelvins(activationKjPerMol)
  const sum = { covered: 0, expected: 0, warmth: 0, spoilage: 0 }
  const joined = {
    lowestC: Infinity,
    highestC: -Infinity,
    excursionMinutes: 0,
    degreeMinutes: 0,
    longestExcursionMinutes: 0,
    longestBeyondHardMinutes: 0,
  }
  for (const { coveredMinutes, expectedMinutes, figures } of days) {
    sum.expected += expectedMinutes
    if (figures === null) continue
    sum.covered += coveredMinutes
    sum.warmth += coveredMinutes * figures.averageC
    sum.spoilage += coveredMinutes * Math.exp(-kelvins / (figures.meanKineticC + ZERO_C_IN_K))
    joined.lowestC = Math.min(joined.lowestC, figures.lowestC)
    joined.highestC = Math.max(joined.highestC, figures.highestC)
    joined.excursionMinutes += figures.excursionMinutes
    joined.degreeMinutes += figures.degreeMinutes
    joined.longestExcursionMinutes = Math.max(joined.longestExcursionMinutes, figures.longestExcursionMinutes)
    joined.longestBeyondHardMinutes = Math.max(
      joined.longestBeyondHardMinutes,
      figures.longestBeyondHardMinutes,
    )
  }
  if (sum.covered === 0) return { coveredMinutes: 0, expectedMinutes: sum.expected, figures: null }
  const meanKineticC = kelvins / -Math.log(sum.spoilage / sum.covered) - ZERO_C_IN_K
  const figures = { ...joined, averageC: sum.warmth / sum.covered, meanKineticC }
  return { coveredMinutes: sum.covered, expectedMinutes: sum.expected, figures }
}

/** Share 0 to 1 of the expected minutes that readings stand for; null where none were expected. */
export function coverageOf(measured: MeasuredTemperature): number | null {
  return measured.expectedMinutes === 0 ? null : measured.coveredMinutes / measured.expectedMinutes
}

/** Follows stretches in order of time, and how long the longest spell is that reaches beyond an instant. */
class Spells {
  longestMs = 0
  #lengthMs = 0
  #endMs = Number.NEGATIVE_INFINITY
  readonly #countedFromMs: number

  constructor(countedFromMs: number) {
    this.#countedFromMs = countedFromMs
  }

  add(fromMs: number, toMs: number): void {
    if (fromMs - this.#endMs >= JOINED_WITHIN_MS) this.#lengthMs = 0
    this.#lengthMs += toMs - fromMs
    this.#endMs = toMs
    if (toMs > this.#countedFromMs) this.longestMs = Math.max(this.longestMs, this.#lengthMs)
  }
}

function expectedMinutes(window: Window): number {
  const parts = withoutPeriods(window.period, window.excluded)
  return parts.reduce((sum, part) => sum + lengthMinutes(part), 0)
}

function activationInKelvins(activationKjPerMol: number): number {
  return activationKjPerMol / GAS_KJ_PER_MOL_K
}
