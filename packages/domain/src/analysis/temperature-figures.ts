import { forEachHeldWithin, type Series, type Window } from '../points/series'
import { epochMs, minutes } from '../time/instant'
import { lengthMinutes, withoutPeriods } from '../time/period'
import type { ZoneLimits } from './zone-limits'

/**
 * What adds up of the temperature of a product: of one device and day, or of many. Sums are added, extremes and the
 * longest are the outermost of all.
 */
export interface TemperatureSums {
  readonly coveredMinutes: number
  /** Minutes of the window that are not excluded. */
  readonly expectedMinutes: number
  /** °C × the minutes for which each held. */
  readonly celsiusMinutes: number
  /** Relative speed of spoilage × the minutes for which each held: Σ w · e^(−a / T). */
  readonly spoilage: number
  /** Null where none of the minutes is covered by a reading. */
  readonly lowestC: number | null
  readonly highestC: number | null
  /** Time above the insured high or below the insured low. */
  readonly excursionMinutes: number
  /** K beyond the insured limit × minutes. */
  readonly degreeMinutes: number
  readonly longestExcursionMinutes: number
  readonly longestBeyondHardMinutes: number
}

/** What follows from the sums; null where nothing is known. */
export interface TemperatureMeans {
  /** Weighted by the time that each reading covers. */
  readonly averageC: number | null
  /** The steady temperature at which as much would have spoiled. */
  readonly meanKineticC: number | null
  /** Share 0 to 1 of the expected minutes that are covered by readings; null where none were expected. */
  readonly coverage: number | null
}

export const NO_TEMPERATURE: TemperatureSums = {
  coveredMinutes: 0,
  expectedMinutes: 0,
  celsiusMinutes: 0,
  spoilage: 0,
  lowestC: null,
  highestC: null,
  excursionMinutes: 0,
  degreeMinutes: 0,
  longestExcursionMinutes: 0,
  longestBeyondHardMinutes: 0,
}

const MINUTE_MS = 60_000
const ZERO_C_IN_K = 273.15
const GAS_KJ_PER_MOL_K = 8.3144e-3
/** Spells that are less apart are one, which lasts as long as they do together. */
export const JOINED_WITHIN_MS = minutes(10)
/** Digits beyond them are noise of binary fractions and decide no verdict. */
const SIGNIFICANT_DIGITS = 12

/**
 * Sums of the window, in one pass. A spell that began before the window counts from where it began, as far as the
 * readings handed in reach, once it reaches into the window: one over midnight counts in full on the day it ends, and
 * as far as it has come on the day it begins.
 * @param product °C, from before the window on
 */
export function measureTemperature(product: Series, limits: ZoneLimits, window: Window): TemperatureSums {
  const { startAt, endAt } = window.period
  const firstMs = Math.min(startAt, product.timesMs[0] ?? startAt)
  const [lowC, highC] = [limits.insuredLowC ?? -Infinity, limits.insuredHighC ?? Infinity]
  const [hardLowC, hardHighC] = [limits.hardLowC ?? -Infinity, limits.hardHighC ?? Infinity]
  const kelvins = activationInKelvins(limits.activationKjPerMol)
  const excursions = new Spells(startAt)
  const hardSpells = new Spells(startAt)
  const sum = { ms: 0, warmthMs: 0, excursionMs: 0, degreeMs: 0, spoilageMs: 0 }
  let [lowestC, highestC] = [Infinity, -Infinity]
  const reach = { ...window, period: { startAt: epochMs(firstMs), endAt } }
  forEachHeldWithin(product, reach, (index, fromMs, toMs) => {
    const productC = product.values[index] as number
    const beyondK = Math.max(0, productC - highC, lowC - productC)
    if (beyondK > 0) excursions.add(fromMs, toMs)
    if (productC > hardHighC || productC < hardLowC) hardSpells.add(fromMs, toMs)
    if (toMs <= startAt) return
    const ms = toMs - Math.max(fromMs, startAt)
    sum.ms += ms
    sum.warmthMs += ms * productC
    sum.spoilageMs += ms * Math.exp(-kelvins / (productC + ZERO_C_IN_K))
    if (beyondK > 0) sum.excursionMs += ms
    sum.degreeMs += ms * beyondK
    if (productC < lowestC) lowestC = productC
    if (productC > highestC) highestC = productC
  })
  return {
    coveredMinutes: sum.ms / MINUTE_MS,
    expectedMinutes: expectedMinutes(window),
    celsiusMinutes: sum.warmthMs / MINUTE_MS,
    spoilage: sum.spoilageMs / MINUTE_MS,
    lowestC: sum.ms === 0 ? null : lowestC,
    highestC: sum.ms === 0 ? null : highestC,
    excursionMinutes: sum.excursionMs / MINUTE_MS,
    degreeMinutes: Number((sum.degreeMs / MINUTE_MS).toPrecision(SIGNIFICANT_DIGITS)),
    longestExcursionMinutes: excursions.longestMs / MINUTE_MS,
    longestBeyondHardMinutes: hardSpells.longestMs / MINUTE_MS,
  }
}

/** Sums of several devices or days together. */
export function sumTemperatures(all: Iterable<TemperatureSums>): TemperatureSums {
  const sum = { ...NO_TEMPERATURE }
  for (const one of all) {
    sum.coveredMinutes += one.coveredMinutes
    sum.expectedMinutes += one.expectedMinutes
    sum.celsiusMinutes += one.celsiusMinutes
    sum.spoilage += one.spoilage
    sum.excursionMinutes += one.excursionMinutes
    sum.degreeMinutes += one.degreeMinutes
    sum.longestExcursionMinutes = Math.max(sum.longestExcursionMinutes, one.longestExcursionMinutes)
    sum.longestBeyondHardMinutes = Math.max(sum.longestBeyondHardMinutes, one.longestBeyondHardMinutes)
    if (one.lowestC !== null) sum.lowestC = Math.min(sum.lowestC ?? one.lowestC, one.lowestC)
    if (one.highestC !== null) sum.highestC = Math.max(sum.highestC ?? one.highestC, one.highestC)
  }
  return sum
}

/**
 * Means of a device and day, or of many after {@link sumTemperatures}: the ratio of the sums.
 * @param activationKjPerMol that the sums were made with
 */
export function temperatureMeans(
  { coveredMinutes, expectedMinutes, celsiusMinutes, spoilage }: TemperatureSums,
  activationKjPerMol: number,
): TemperatureMeans {
  const coverage = expectedMinutes === 0 ? null : coveredMinutes / expectedMinutes
  if (coveredMinutes === 0) return { averageC: null, meanKineticC: null, coverage }
  const kelvins = activationInKelvins(activationKjPerMol)
  return {
    averageC: celsiusMinutes / coveredMinutes,
    meanKineticC: kelvins / -Math.log(spoilage / coveredMinutes) - ZERO_C_IN_K,
    coverage,
  }
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
