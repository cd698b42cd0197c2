import { addDays, isLocalDate, type LocalDate } from '../time/local-date'
import { coolingDegreeDays } from './degree-days'
import type { EnergyDay } from './energy-day'
import { NO_SPREAD, type PowerFactorSpread, powerFactorOf, sumSpreads } from './power-factor'

/** Days of one store, or figures of several stores, added up. */
export interface EnergySums {
  /** Days that the energy covers. */
  readonly days: number
  readonly energyKwh: number
  readonly openMinutes: number
  readonly heldMinutes: number
  readonly expectedMinutes: number
  /** Of the days whose outdoor temperature is known: how many, their energy, their cooling degree-days. */
  readonly weatherDays: number
  readonly weatherKwh: number
  readonly degreeDays: number
  /** Active and reactive energy of the time that both were counted. */
  readonly factorKwh: number
  readonly reactiveKvarh: number
  readonly spread: PowerFactorSpread
}

/** Both days included. */
export interface Dates {
  readonly first: LocalDate
  readonly last: LocalDate
}

export interface ComparedPeriods {
  readonly period: Dates
  readonly before: Dates
  readonly lastYear: Dates
  /** What the slope is learnt from. */
  readonly learning: Dates
}

/** Figures of a period; null where there is nothing to divide or too little is known. */
export interface EnergyFigures {
  readonly energyKwh: number | null
  readonly perDayKwh: number | null
  readonly perOpenHourKwh: number | null
  /** Only from 20 cooling degree-days on: below, the quotient means nothing. */
  readonly perDegreeDayKwh: number | null
  /** 0 to 1 */
  readonly powerFactor: number | null
  /** Share 0 to 1 of the time that is covered by readings. */
  readonly coverage: number | null
  /** True where less than 95 % of the period is covered: the figures are to be shown with a mark. */
  readonly isMarked: boolean
}

/** A period held against another one; stores add up, the change is taken of the sums. */
export interface Correction {
  /** What the period would have used in the weather of the one it is held against. */
  readonly correctedKwh: number
  /** What the other one used, in as many days. */
  readonly referenceKwh: number
}

const PERIOD_DAYS = 30
const LEARNING_DAYS = 365
const LEAST_LEARNING_DAYS = 60
const LEAST_COVERAGE = 0.95
const LEAST_DEGREE_DAYS = 20
/** A whole week on either side, else weekends alone make a change. */
const LEAST_COMPARED_DAYS = 7
/** Of the days with energy; else the degree-days speak of other days than the energy. */
const LEAST_WEATHER_SHARE = 0.9

/**
 * The last 30 full days, the 30 before them, and the same 30 a year earlier (from 28 February for the 29th).
 * @param lastDay the last full day of the store
 */
export function comparedPeriods(lastDay: LocalDate): ComparedPeriods {
  const from = (first: LocalDate): Dates => ({ first, last: addDays(first, PERIOD_DAYS - 1) })
  const first = addDays(lastDay, 1 - PERIOD_DAYS)
  return {
    period: from(first),
    before: from(addDays(first, -PERIOD_DAYS)),
    lastYear: from(yearBefore(first)),
    learning: { first: addDays(lastDay, 1 - LEARNING_DAYS), last: lastDay },
  }
}

/** Adds up days; those without energy bring only the time that should have been covered. */
export function sumEnergyDays(days: Iterable<EnergyDay>): EnergySums {
  const sum = { ...NO_ENERGY }
  const spreads: PowerFactorSpread[] = []
  for (const day of days) {
    sum.heldMinutes += day.heldMinutes
    sum.expectedMinutes += day.expectedMinutes
    if (day.energyKwh === null) continue
    sum.days += day.days
    sum.energyKwh += day.energyKwh
    sum.openMinutes += day.openMinutes
    sum.factorKwh += day.factored?.energyKwh ?? 0
    sum.reactiveKvarh += day.factored?.reactiveKvarh ?? 0
    spreads.push(day.spread)
    if (day.outdoorMeanC === null) continue
    sum.weatherDays += day.days
    sum.weatherKwh += day.energyKwh
    sum.degreeDays += coolingDegreeDays(day.outdoorMeanC) * day.days
  }
  return { ...sum, spread: sumSpreads(spreads) }
}

/**
 * Slope b of daily kWh on daily cooling degree-days in kWh per K·d, by least squares over whole days with coverage of
 * 95 % and more whose outdoor temperature is known.
 * @returns null with fewer than 60 such days, or when all were equally warm
 */
export function weatherSlope(days: Iterable<EnergyDay>): number | null {
  const known = [...days].flatMap((day) => {
    const { energyKwh, outdoorMeanC, heldMinutes, expectedMinutes } = day
    if (energyKwh === null || outdoorMeanC === null) return []
    const isWhole = day.days >= LEAST_COVERAGE && heldMinutes >= LEAST_COVERAGE * expectedMinutes
    return isWhole ? [{ x: coolingDegreeDays(outdoorMeanC), y: energyKwh / day.days }] : []
  })
  if (known.length < LEAST_LEARNING_DAYS) return null
  const meanX = known.reduce((sum, { x }) => sum + x, 0) / known.length
  const meanY = known.reduce((sum, { y }) => sum + y, 0) / known.length
  let [xx, xy] = [0, 0]
  for (const { x, y } of known) {
    xx += (x - meanX) ** 2
    xy += (x - meanX) * (y - meanY)
  }
  return xx === 0 ? null : xy / xx
}

/**
 * Figures of a period of one store, or of several after adding up: ratios of sums, never means of ratios.
 * @param periodDays length that the period should have; of several stores all their days
 */
export function energyFigures(sums: EnergySums, periodDays: number): EnergyFigures {
  const { energyKwh, days } = sums
  const coverage = ratio(sums.heldMinutes, sums.expectedMinutes)
  const hasWeather = sums.degreeDays >= LEAST_DEGREE_DAYS
  return {
    energyKwh: days === 0 ? null : energyKwh,
    perDayKwh: ratio(energyKwh, days),
    perOpenHourKwh: days === 0 ? null : ratio(energyKwh, sums.openMinutes / 60),
    perDegreeDayKwh: hasWeather ? ratio(sums.weatherKwh, sums.degreeDays) : null,
    powerFactor: powerFactorOf({ energyKwh: sums.factorKwh, reactiveKvarh: sums.reactiveKvarh }),
    coverage,
    isMarked: coverage === null || coverage < LEAST_COVERAGE || days < LEAST_COVERAGE * periodDays,
  }
}

/** Energy of a period per square metre of floor; null where one of the two is not known. */
export function perSquareMetreKwh(energyKwh: number | null, floorAreaM2: number | null): number | null {
  return energyKwh === null || floorAreaM2 === null ? null : ratio(energyKwh, floorAreaM2)
}

/**
 * Energy of a period as if its weather had been that of the one it is held against: `E − b · (CDD − CDD_ref)`. Where
 * days are missing on either side, means per day are compared, so that a missing day is no saving.
 * @param slope see {@link weatherSlope}; not needed when both were equally warm
 * @returns null with less than a week on either side, or where outdoor temperatures or the slope are missing
 */
export function correctForWeather(
  sums: EnergySums,
  reference: EnergySums,
  slope: number | null,
): Correction | null {
  const referenceKwh = energyInAsManyDays(reference, sums)
  if (referenceKwh === null) return null
  const warmth = degreesPerDay(sums)
  const referenceWarmth = degreesPerDay(reference)
  if (warmth === null || referenceWarmth === null) return null
  const warmerDegreeDays = (warmth - referenceWarmth) * sums.days
  if (warmerDegreeDays !== 0 && slope === null) return null
  return {
    correctedKwh: sums.energyKwh - (slope ?? 0) * warmerDegreeDays,
    referenceKwh,
  }
}

/**
 * What another period used in as many days as this one has, so that the two can be shown side by side: with
 * all days there simply its energy.
 * @returns null with less than a week on either side
 */
export function energyInAsManyDays(reference: EnergySums, { days }: EnergySums): number | null {
  if (days < LEAST_COMPARED_DAYS || reference.days < LEAST_COMPARED_DAYS) return null
  return (reference.energyKwh * days) / reference.days
}

/** Change of the corrected energy against the reference, 0.05 for 5 % more; null where there is none. */
export function changeOf(correction: Correction | null): number | null {
  if (correction === null) return null
  return ratio(correction.correctedKwh - correction.referenceKwh, correction.referenceKwh)
}

const NO_ENERGY = {
  days: 0,
  energyKwh: 0,
  openMinutes: 0,
  heldMinutes: 0,
  expectedMinutes: 0,
  weatherDays: 0,
  weatherKwh: 0,
  degreeDays: 0,
  factorKwh: 0,
  reactiveKvarh: 0,
  spread: NO_SPREAD,
}

function degreesPerDay({ days, weatherDays, degreeDays }: EnergySums): number | null {
  return weatherDays < LEAST_WEATHER_SHARE * days ? null : ratio(degreeDays, weatherDays)
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}

function yearBefore(on: LocalDate): LocalDate {
  const same = `${Number(on.slice(0, 4)) - 1}${on.slice(4)}`
  return isLocalDate(same) ? same : addDays(addDays(on, -1), -365)
}
