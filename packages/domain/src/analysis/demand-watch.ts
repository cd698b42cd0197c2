import { type EpochMs, hours, minutes } from '../time/instant'
import { unrollCounter } from './counter'
import { type DemandMinutes, intervalAt, longestGapMs } from './demand'
import { courseAt, forecastKw, toShedKw } from './demand-forecast'
import {
  type DemandStage,
  highestStageAt,
  type StageWatch,
  startStageWatch,
  stepDemandStage,
} from './demand-stage'

/** The main meter of a store that has contracted its demand. */
export interface ContractedMeter {
  /** Time zone of the store. */
  readonly timeZone: string
  readonly demandMinutes: DemandMinutes
  readonly contractedKw: number
  readonly periodSeconds: number
  /** Where its counter starts again, in kWh; null for one that never does. */
  readonly counterEndsAt: number | null
}

/** A good reading of its energy counter. */
export interface MeterReading {
  readonly at: EpochMs
  readonly kwh: number
}

/** What is kept of the demand of a store, as plain numbers so that it can be kept as JSON. */
export interface DemandWatch extends StageWatch {
  /** The stage that the store knows of: no higher than the one that applies, but in the first minutes of an interval. */
  readonly notified: DemandStage
}

/** The demand of a store while it runs. */
export interface RunningDemand {
  readonly watch: DemandWatch
  /** Those that the next forecasts can need, in order. */
  readonly readings: readonly MeterReading[]
}

/** A stage of which the store is to be notified. */
export interface EnteredStage {
  readonly stage: Exclude<DemandStage, 0>
  /** Of the reading that brought it. */
  readonly at: EpochMs
  readonly intervalStartAt: EpochMs
  readonly intervalEndAt: EpochMs
  readonly forecastKw: number
  readonly contractedKw: number
  /** Load to take off at once for the contract to be kept; 0 where it may stay. */
  readonly toShedKw: number
}

/** How a store wants to be notified. */
export interface DemandRule {
  readonly isEnabled: boolean
  /** The lowest stage that is worth a message. */
  readonly fromStage: Exclude<DemandStage, 0>
}

/** The first stage is there for nothing else than notifying the store. */
export const DEFAULT_DEMAND_RULE: DemandRule = { isEnabled: true, fromStage: 1 }

/** The longest interval, and the longest time that a forecast looks back. */
const LONGEST_COURSE_MS = minutes(30)
/** While a stage lasts it is written this often, so that a restart need not read more than is kept in memory. */
const WRITE_AFTER_MS = minutes(10)

/** Longer than a watch goes unwritten, and than two of the longest intervals. */
const FORGOTTEN_AFTER_MS = hours(1)

export function startDemandWatch(at: EpochMs): DemandWatch {
  return { ...startStageWatch(at), notified: 0 }
}

/** How far back readings are needed, in milliseconds. */
export function courseLengthMs(periodSeconds: number): number {
  return LONGEST_COURSE_MS + longestGapMs(periodSeconds)
}

/** A kept watch and the readings that came before the next one, of which it need not know all yet. */
export function resumeDemand(
  kept: DemandWatch,
  meter: ContractedMeter,
  readings: readonly MeterReading[],
): RunningDemand {
  const known = readings.filter(({ at }) => at <= kept.judgedAt)
  const { demand } = stepDemand({ watch: kept, readings: known }, meter, readings, null, kept.judgedAt)
  return demand
}

/**
 * Goes on with readings that have come in. A stage is entered once, however often the first minutes of an interval
 * hold it back, and anew when it has been left. Readings that came late, when their interval was over or after more than
 * two poll periods, change the stage and notify no one; if it lasts, the next reading does.
 * @param readings in any order; those that are older than others before them only complete the course
 * @param rule `null`: no one is to be notified
 */
export function stepDemand(
  { watch: before, readings: known }: RunningDemand,
  meter: ContractedMeter,
  readings: readonly MeterReading[],
  rule: DemandRule | null,
  now: EpochMs,
): { readonly demand: RunningDemand; readonly entered: EnteredStage | null } {
  const newestMs = known.at(-1)?.at ?? Number.NEGATIVE_INFINITY
  const all = merged(known, readings)
  const energy = unrollCounter(
    { timesMs: all.map(({ at }) => at), values: all.map(({ kwh }) => kwh) },
    meter.counterEndsAt,
  )
  let watch = before
  let entered: EnteredStage | null = null
  for (const { at } of all) {
    if (at <= newestMs) continue
    const interval = intervalAt(meter.timeZone, at, meter.demandMinutes)
    const course = courseAt(energy, interval, at, meter.periodSeconds)
    const forecast = course && forecastKw(course, meter.demandMinutes)
    watch = withStage(watch, meter, at, interval.startAt, forecast)
    const isFresh = now < interval.endAt && now - at <= longestGapMs(meter.periodSeconds)
    const { stage, notified } = watch
    if (course === null || forecast === null || !isFresh || stage === 0 || stage <= notified) continue
    if (rule === null || !rule.isEnabled || stage < rule.fromStage) continue
    watch = { ...watch, notified: stage }
    entered = {
      stage,
      at,
      intervalStartAt: interval.startAt,
      intervalEndAt: interval.endAt,
      forecastKw: forecast,
      contractedKw: meter.contractedKw,
      toShedKw: toShedKw(course, meter.demandMinutes, meter.contractedKw),
    }
  }
  const oldestMs = (all.at(-1)?.at ?? 0) - courseLengthMs(meter.periodSeconds)
  return { demand: { watch, readings: all.filter(({ at }) => at >= oldestMs) }, entered }
}

/** The stage of a kept watch that still applies: where nothing was heard of it for an hour none does. */
export function stageAt({ stage, judgedAt }: DemandWatch, now: EpochMs): DemandStage {
  return now - judgedAt < FORGOTTEN_AFTER_MS ? stage : 0
}

/** False where all that has changed can be had from the newest readings again. */
export function mustKeepDemand(kept: DemandWatch | null, watch: DemandWatch): boolean {
  if (kept === null) return watch.stage > 0
  if (kept.stage !== watch.stage || kept.since !== watch.since || kept.notified !== watch.notified)
    return true
  return watch.stage > 0 && watch.judgedAt - kept.judgedAt >= WRITE_AFTER_MS
}

function withStage(
  before: DemandWatch,
  { contractedKw, periodSeconds }: ContractedMeter,
  at: EpochMs,
  intervalStartAt: EpochMs,
  forecast: number | null,
): DemandWatch {
  const stepped = stepDemandStage(before, {
    at,
    intervalStartAt,
    forecastKw: forecast,
    contractedKw,
    periodSeconds,
  })
  const { stage, since, judgedAt } = stepped
  // what the first minutes of an interval hold back has not been left
  const isLeft = stage < highestStageAt(at, intervalStartAt) && stage < before.notified
  return { stage, since, judgedAt, notified: isLeft ? stage : before.notified }
}

/** In order of time; of two readings of one instant the first. */
function merged(known: readonly MeterReading[], more: readonly MeterReading[]): MeterReading[] {
  const byTime = new Map<number, MeterReading>()
  for (const reading of [...known, ...more]) if (!byTime.has(reading.at)) byTime.set(reading.at, reading)
  return [...byTime.values()].sort((a, b) => a.at - b.at)
}
