import { type EpochMs, epochMs, minutes } from '../time/instant'
import type { Period } from '../time/period'
import { lastAtOrBefore } from './counter'
import { type DemandMinutes, longestGapMs, type MeterTotals } from './demand'
import { courseAt, forecastKw } from './demand-forecast'

/** 0 none · 1 alert the store · 2 shed what no one misses · 3 shed what can wait. */
export type DemandStage = 0 | 1 | 2 | 3

/** The state of a store, as plain numbers so that it can be kept as JSON. Instants are epoch milliseconds. */
export interface StageWatch {
  readonly stage: DemandStage
  readonly since: EpochMs
  /** When there was a forecast last. */
  readonly judgedAt: EpochMs
}

/** What a reading of the main meter brings. */
export interface StageReading {
  readonly at: EpochMs
  /** Start of the demand interval that the reading lies in. */
  readonly intervalStartAt: EpochMs
  /** Null when there is none. */
  readonly forecastKw: number | null
  readonly contractedKw: number
  readonly periodSeconds: number
}

/** The forecasts of one interval while it ran; null where there were none. */
export interface IntervalOutlook {
  /** Known when two thirds of the interval had passed. */
  readonly forecastKw: number | null
  /** Null also without a contract. */
  readonly highestStage: DemandStage | null
}

type Meter = Pick<MeterTotals, 'energy' | 'periodSeconds'>

/** Shares of the contract at or above which a stage is entered, and at or below which it is left. */
const SHARES = [
  { stage: 3, entered: 1, left: 0.97 },
  { stage: 2, entered: 0.95, left: 0.92 },
  { stage: 1, entered: 0.9, left: 0.87 },
] as const
const LEAST_STAY_MS = minutes(3)
/** So early the forecast is little more than the power of a moment. */
const EARLY_MS = minutes(3)
const EARLY_STAGE = 1
const OUTLOOK_AT = 2 / 3
/** A share of 0.95 that comes out of divisions counts as 0.95. */
const SHARE_STEPS = 1e9

/** A store of which nothing is known yet. */
export function startStageWatch(at: EpochMs): StageWatch {
  return { stage: 0, since: at, judgedAt: at }
}

/**
 * The stage after a reading. A stage is entered at once, at 90, 95 and 100 % of the contract, and left for a
 * lower one when the forecast is 3 % of the contract below its entry and it has lasted for 3 minutes. In the
 * first 3 minutes of an interval the stage is at most 1. Nothing is held back on an unknown: without a
 * forecast for two poll periods the stage is 0.
 */
export function stepDemandStage(watch: StageWatch, reading: StageReading): StageWatch {
  const { at, intervalStartAt, forecastKw: forecast, contractedKw } = reading
  const current = early(released(watch, reading), reading)
  if (forecast === null) return current
  const share = Math.round((forecast / contractedKw) * SHARE_STEPS) / SHARE_STEPS
  const most = highestStageAt(at, intervalStartAt)
  const entered = SHARES.find((one) => one.stage <= most && share >= one.entered)?.stage ?? 0
  const kept = SHARES.find((one) => one.stage <= current.stage && share > one.left)?.stage ?? 0
  const next = entered > kept ? entered : kept
  const mayChange = next > current.stage || at - current.since >= LEAST_STAY_MS
  if (next === current.stage || !mayChange) return { ...current, judgedAt: at }
  return { stage: next, since: at, judgedAt: at }
}

/** The highest stage that can apply at an instant of an interval. */
export function highestStageAt(at: EpochMs, intervalStartAt: EpochMs): DemandStage {
  return at - intervalStartAt < EARLY_MS ? EARLY_STAGE : 3
}

/**
 * Replays the readings of a period: what each interval's forecast was at two thirds of its length, and the
 * highest stage that a reading in it brought.
 * @param period starts on a border; an interval that is not over is the last
 * @param contractedKw null: forecasts without stages
 * @returns one outlook for each interval that starts in the period, and the state of the store at its end
 */
export function outlooksOf(
  meter: Meter,
  period: Period,
  demandMinutes: DemandMinutes,
  contractedKw: number | null,
  start: StageWatch,
): { readonly outlooks: IntervalOutlook[]; readonly watch: StageWatch } {
  const lengthMs = minutes(demandMinutes)
  const outlooks: IntervalOutlook[] = []
  let watch = start
  for (let startMs: number = period.startAt; startMs < period.endAt; startMs += lengthMs) {
    const interval = { startAt: epochMs(startMs), endAt: epochMs(startMs + lengthMs) }
    const forecastAt = (at: EpochMs) => {
      const course = courseAt(meter.energy, interval, at, meter.periodSeconds)
      return course && forecastKw(course, demandMinutes)
    }
    const lookedAt = epochMs(startMs + OUTLOOK_AT * lengthMs)
    const known = { startAt: interval.startAt, endAt: epochMs(Math.min(interval.endAt, period.endAt)) }
    const through = stageThrough(meter, known, forecastAt, contractedKw, watch)
    watch = through.watch
    outlooks.push({
      forecastKw: lookedAt <= period.endAt ? forecastAt(lookedAt) : null,
      highestStage: through.highest,
    })
  }
  return { outlooks, watch }
}

function stageThrough(
  { energy, periodSeconds }: Meter,
  interval: Period,
  forecastAt: (at: EpochMs) => number | null,
  contractedKw: number | null,
  start: StageWatch,
): { readonly watch: StageWatch; readonly highest: DemandStage | null } {
  let watch = start
  let highest: DemandStage | null = null
  if (contractedKw === null) return { watch, highest }
  const { timesMs } = energy
  const intervalStartAt = interval.startAt
  for (let index = lastAtOrBefore(energy, interval.startAt - 1) + 1; index < timesMs.length; index++) {
    const at = timesMs[index] as EpochMs
    if (at >= interval.endAt) break
    const forecast = forecastAt(at)
    watch = stepDemandStage(watch, {
      at,
      intervalStartAt,
      forecastKw: forecast,
      contractedKw,
      periodSeconds,
    })
    if (forecast !== null && (highest === null || watch.stage > highest)) highest = watch.stage
  }
  return { watch, highest }
}

/** Nothing is held back on an unknown. */
function released(watch: StageWatch, { at, periodSeconds }: StageReading): StageWatch {
  const releasedAt = epochMs(watch.judgedAt + longestGapMs(periodSeconds))
  return watch.stage > 0 && at > releasedAt ? { ...watch, stage: 0, since: releasedAt } : watch
}

function early(watch: StageWatch, { at, intervalStartAt }: StageReading): StageWatch {
  const most = highestStageAt(at, intervalStartAt)
  return watch.stage > most ? { ...watch, stage: most, since: at } : watch
}
