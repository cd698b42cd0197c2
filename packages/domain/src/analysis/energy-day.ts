import { heldMinutes, type Series } from '../points/series'
import { type EpochMs, epochMs } from '../time/instant'
import type { LocalDate } from '../time/local-date'
import { intersection, lengthMinutes, type Period, withoutPeriods } from '../time/period'
import { amountAt, amountIn, lastAtOrBefore, type RunningTotal } from './counter'
import { type DemandInterval, type DemandMinutes, longestGapMs, type MeterTotals, usageOf } from './demand'
import { type OpeningHours, openMinutes } from './opening-hours'
import { type PowerFactorSpread, spreadPowerFactors, type Usage } from './power-factor'

/** What a store used in one day: all that a comparison of periods is made of. */
export interface EnergyDay {
  readonly on: LocalDate
  /** How many days the energy covers: 1 for a whole day of whatever length, null energy for 0. */
  readonly days: number
  readonly energyKwh: number | null
  /** Within the time that the energy covers. */
  readonly openMinutes: number
  /** Minutes covered by readings, of those expected: coverage adds up. */
  readonly heldMinutes: number
  readonly expectedMinutes: number
  readonly outdoorMeanC: number | null
  /** Active and reactive energy of the time that both were counted. */
  readonly factored: Usage | null
  readonly spread: PowerFactorSpread
}

/** A day of a store's main meter, as far as it has come. */
export interface MeteredDay {
  readonly on: LocalDate
  readonly day: Period
  /** The end of the day, or how far readings have come in. */
  readonly until: EpochMs
  readonly zone: string
  readonly hours: OpeningHours
  readonly meter: MeterTotals
  /** Of the energy counter, as it was read. */
  readonly readings: Series
  readonly excluded: readonly Period[]
  readonly demandMinutes: DemandMinutes
  readonly contractedKw: number | null
  /** Those of the day so far. */
  readonly intervals: readonly DemandInterval[]
  readonly outdoorMeanC: number | null
}

/**
 * Energy of a day from the counters, which must reach back before the day and, once it is over, past its end. It is cut
 * at midnight between readings up to two poll periods apart. What ran up in a longer gap over midnight belongs to the
 * day in which the gap ends, with the time of the gap, so that days add up to what the meter counted.
 */
export function energyDayOf(input: MeteredDay): EnergyDay {
  const { on, day, until, zone, hours, meter, excluded, intervals, demandMinutes, contractedKw } = input
  const soFar = { startAt: day.startAt, endAt: until }
  const gapMs = longestGapMs(meter.periodSeconds)
  const measured = countedPeriod(meter.energy, soFar, gapMs)
  const parts = partsOf(measured, excluded)
  const factored = measured && meter.reactive && countedPeriod(meter.reactive, soFar, gapMs)
  const both = factored && intersection(factored, measured)
  const window = { period: soFar, periodSeconds: meter.periodSeconds, excluded }
  return {
    on,
    days: minutesOf(parts) / lengthMinutes(day),
    energyKwh: amountOf(meter.energy, parts),
    openMinutes: parts.reduce((sum, part) => sum + openMinutes(zone, hours, part), 0),
    heldMinutes: heldMinutes(input.readings, window).reduce((sum, held) => sum + held, 0),
    expectedMinutes: minutesOf(withoutPeriods(soFar, excluded)),
    outdoorMeanC: input.outdoorMeanC,
    factored: both && meter.reactive && usageIn(meter.energy, meter.reactive, withoutPeriods(both, excluded)),
    spread: spreadPowerFactors(intervals.map(usageOf), demandMinutes, contractedKw),
  }
}

/** The energy of a day alone, cut in the same way: of any meter, and how many days it covers. */
export function countedEnergy(
  { day, until, excluded }: Pick<MeteredDay, 'day' | 'until' | 'excluded'>,
  { energy, periodSeconds }: Pick<MeterTotals, 'energy' | 'periodSeconds'>,
): Pick<EnergyDay, 'days' | 'energyKwh'> {
  const measured = countedPeriod(energy, { startAt: day.startAt, endAt: until }, longestGapMs(periodSeconds))
  const parts = partsOf(measured, excluded)
  return { days: minutesOf(parts) / lengthMinutes(day), energyKwh: amountOf(energy, parts) }
}

function partsOf(measured: Period | null, excluded: readonly Period[]): Period[] {
  return measured === null ? [] : withoutPeriods(measured, excluded)
}

/** The time whose amount belongs to a day, or null where nothing was counted. */
function countedPeriod(total: RunningTotal, soFar: Period, gapMs: number): Period | null {
  const startMs = isKnownAt(total, soFar.startAt, gapMs)
    ? soFar.startAt
    : (readingAt(total, lastAtOrBefore(total, soFar.startAt)) ?? readingAt(total, 0))
  const endMs = isKnownAt(total, soFar.endAt, gapMs)
    ? soFar.endAt
    : readingAt(total, lastAtOrBefore(total, soFar.endAt))
  if (startMs === null || endMs === null || endMs <= startMs) return null
  return { startAt: epochMs(startMs), endAt: epochMs(endMs) }
}

function isKnownAt(total: RunningTotal, atMs: number, gapMs: number): boolean {
  return amountAt(total, atMs, gapMs) !== null
}

function readingAt(total: RunningTotal, index: number): number | null {
  return total.timesMs[index] ?? null
}

function usageIn(energy: RunningTotal, reactive: RunningTotal, parts: readonly Period[]): Usage | null {
  const energyKwh = amountOf(energy, parts)
  const reactiveKvarh = amountOf(reactive, parts)
  return energyKwh === null || reactiveKvarh === null ? null : { energyKwh, reactiveKvarh }
}

function amountOf(total: RunningTotal, parts: readonly Period[]): number | null {
  let sum: number | null = null
  for (const part of parts) {
    const amount = amountIn(total, part)
    if (amount !== null) sum = (sum ?? 0) + amount
  }
  return sum
}

function minutesOf(parts: readonly Period[]): number {
  return parts.reduce((sum, part) => sum + lengthMinutes(part), 0)
}
