import { type EpochMs, epochMs, minutes } from '../time/instant'
import { mergePeriods, type Period } from '../time/period'
import { offsetMinutes } from '../time/store-calendar'
import { amountAt, type RunningTotal } from './counter'
import type { Usage } from './power-factor'

/** Length of a demand interval: 15 minutes in Taiwan and most of Europe, 30 in Japan and the United Kingdom. */
export type DemandMinutes = 15 | 30

/** One interval [startAt, startAt + length). Null where a border is not known, never 0. */
export interface DemandInterval {
  readonly startAt: EpochMs
  readonly energyKwh: number | null
  /** Null also where the meter counts no reactive energy. */
  readonly reactiveKvarh: number | null
  readonly demandKw: number | null
}

/** What the main meter of a store counted. */
export interface MeterTotals {
  /** kWh */
  readonly energy: RunningTotal
  /** kvarh; null for a meter that has no such counter. */
  readonly reactive: RunningTotal | null
  /** How often it is polled. */
  readonly periodSeconds: number
}

/** Demand of several intervals; counts add up over days and stores. */
export interface DemandCounts {
  /** With a demand. */
  readonly known: number
  /** With a demand and a contract to hold it against. */
  readonly judged: number
  readonly over: number
  /** Length of the intervals over contract. */
  readonly overMinutes: number
  /** By how much the worst interval exceeded the contract; 0 when none did, null when none was judged. */
  readonly excessKw: number | null
  readonly maximumKw: number | null
}

export const NO_DEMAND: DemandCounts = {
  known: 0,
  judged: 0,
  over: 0,
  overMinutes: 0,
  excessKw: null,
  maximumKw: null,
}

/** The readings around a border may lie this many poll periods apart. */
const BORDER_PERIODS = 2
const MINUTE_MS = 60_000
/** Interpolation leaves noise far below what a meter can show, and exactly the contract is not over it. */
const NOISE_KW = 1e-6

/** Half hours are what Japanese suppliers measure; a quarter of an hour is usual elsewhere. */
export function demandMinutesOf(entered: number | null, country: string): DemandMinutes {
  if (entered === 15 || entered === 30) return entered
  return country === 'JP' ? 30 : 15
}

/** How far apart two readings may lie for what is between them to be known, in milliseconds. */
export function longestGapMs(periodSeconds: number): number {
  return BORDER_PERIODS * periodSeconds * 1000
}

/** The interval that an instant lies in, aligned to the clock on the store's wall. */
export function intervalAt(zone: string, at: EpochMs, demandMinutes: DemandMinutes): Period {
  const lengthMs = minutes(demandMinutes)
  const offsetMs = offsetMinutes(zone, at) * MINUTE_MS
  const startAt = epochMs(Math.floor((at + offsetMs) / lengthMs) * lengthMs - offsetMs)
  return { startAt, endAt: epochMs(startAt + lengthMs) }
}

/**
 * The intervals that lie wholly in a period, in order, with the mean power of each in kW: its energy divided by its
 * length, the counter interpolated at the borders. An interval has no demand when the readings around one of its
 * borders lie more than two poll periods apart, or when it touches excluded time.
 * @param period starts on a border: the start of a local day is one, however long the day is
 */
export function demandIntervals(
  meter: MeterTotals,
  period: Period,
  demandMinutes: DemandMinutes,
  excluded: readonly Period[],
): DemandInterval[] {
  const lengthMs = minutes(demandMinutes)
  const holes = mergePeriods(excluded)
  const gapMs = longestGapMs(meter.periodSeconds)
  const at = (total: RunningTotal | null, borderMs: number) => total && amountAt(total, borderMs, gapMs)
  const intervals: DemandInterval[] = []
  let energyBefore = at(meter.energy, period.startAt)
  let reactiveBefore = at(meter.reactive, period.startAt)
  for (let startMs: number = period.startAt; startMs + lengthMs <= period.endAt; startMs += lengthMs) {
    const endMs = startMs + lengthMs
    const energyAfter = at(meter.energy, endMs)
    const reactiveAfter = at(meter.reactive, endMs)
    const isExcluded = holes.some((hole) => hole.startAt < endMs && startMs < hole.endAt)
    const energyKwh = isExcluded ? null : used(energyBefore, energyAfter)
    intervals.push({
      startAt: epochMs(startMs),
      energyKwh,
      reactiveKvarh: isExcluded ? null : used(reactiveBefore, reactiveAfter),
      demandKw: energyKwh === null ? null : energyKwh / (demandMinutes / 60),
    })
    energyBefore = energyAfter
    reactiveBefore = reactiveAfter
  }
  return intervals
}

/** What an interval used, where both counters are known. */
export function usageOf({ energyKwh, reactiveKvarh }: DemandInterval): Usage | null {
  return energyKwh === null || reactiveKvarh === null ? null : { energyKwh, reactiveKvarh }
}

/** True when a demand is over the contract; exactly the contract is not. */
export function isOverContract(demandKw: number, contractedKw: number): boolean {
  return demandKw - contractedKw > NOISE_KW
}

/**
 * Counts intervals with a demand and those over the contract.
 * @param contractedKw null: nothing is judged
 */
export function countDemand(
  intervals: readonly DemandInterval[],
  demandMinutes: DemandMinutes,
  contractedKw: number | null,
): DemandCounts {
  let [known, over, maximumKw] = [0, 0, Number.NEGATIVE_INFINITY]
  for (const { demandKw } of intervals) {
    if (demandKw === null) continue
    known++
    maximumKw = Math.max(maximumKw, demandKw)
    if (contractedKw !== null && isOverContract(demandKw, contractedKw)) over++
  }
  if (known === 0) return NO_DEMAND
  return {
    known,
    judged: contractedKw === null ? 0 : known,
    over,
    overMinutes: over * demandMinutes,
    excessKw: contractedKw === null ? null : over === 0 ? 0 : maximumKw - contractedKw,
    maximumKw,
  }
}

/** Counts of several days or stores together; the largest excess and the maximum are those of the worst. */
export function sumDemand(all: Iterable<DemandCounts>): DemandCounts {
  let sum = NO_DEMAND
  for (const counts of all) {
    sum = {
      known: sum.known + counts.known,
      judged: sum.judged + counts.judged,
      over: sum.over + counts.over,
      overMinutes: sum.overMinutes + counts.overMinutes,
      excessKw: larger(sum.excessKw, counts.excessKw),
      maximumKw: larger(sum.maximumKw, counts.maximumKw),
    }
  }
  return sum
}

/** Share 0 to 1 of the judged intervals that kept within the contract; null when none was judged. */
export function withinContractShare({ judged, over }: DemandCounts): number | null {
  return judged === 0 ? null : 1 - over / judged
}

function used(before: number | null, after: number | null): number | null {
  return before === null || after === null ? null : after - before
}

function larger(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b
  return Math.max(a, b)
}
