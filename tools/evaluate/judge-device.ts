import {
  automaticIntensity,
  startWarningWatch,
  stepEarlyWarnings,
  type UsualScores,
  type WarningEvent,
} from '@coldkeep/domain/alarms/early-warning'
import { DEFAULT_WARNING_RULES } from '@coldkeep/domain/alarms/early-warning-rules'
import { freezeBaseline, type HealthBaseline } from '@coldkeep/domain/analysis/health-baseline'
import { type HealthHint, hintOf } from '@coldkeep/domain/analysis/health-hint'
import { measureHealth } from '@coldkeep/domain/analysis/health-indicators'
import { type HealthScore, scoreHealth } from '@coldkeep/domain/analysis/health-score'
import { median } from '@coldkeep/domain/analysis/median'
import { zoneLimits } from '@coldkeep/domain/analysis/zone-limits'
import { epochMs } from '@coldkeep/domain/time/instant'
import { addDays } from '@coldkeep/domain/time/local-date'
import type { Period } from '@coldkeep/domain/time/period'
import { dayPeriod } from '@coldkeep/domain/time/store-calendar'
import { type DeviceView, viewOf } from './device-view'
import { judgeAlarms, type TemperatureAlarms } from './judge-alarms'
import type { SimulatedDevice, SimulatedStore } from './simulate-store'
import { timetable } from './trial-plan'

interface Warning {
  readonly atMs: number
  readonly rule: string
  readonly hint: HealthHint | null
}

export interface JudgedDevice {
  readonly kindName: string
  readonly season: number
  readonly fault: { readonly kind: string; readonly severity: number } | null
  readonly startMs: number
  readonly endMs: number
  readonly warnings: readonly Warning[]
  /** After the baseline. */
  readonly alarms: TemperatureAlarms
  /** Food may be beyond its limit for so long. */
  readonly graceMinutes: number
  /** When the food first went beyond its limit after the fault began. */
  readonly foodBeyondAtMs: number | null
  /** Every six hours after the baseline. */
  readonly scores: readonly { readonly atMs: number; readonly score: HealthScore | null }[]
  readonly scoreCount: number
  readonly scoringMs: number
}

const DAY_MS = 86_400_000
const STEP_MS = 600_000
const KEPT_EVERY = 36
const BASELINE_SCORE_MS = 3_600_000
/** °C or, for what is held hot, the least. Where the insured limit lies inside the band of our chilled case, 1 K above it. */
const foodLimits: Readonly<Record<string, number>> = { FZ: -18, IC: -20, C4: 5, C7: 7, F18: 20, HOT: 65 }

export function judgeDevice(store: SimulatedStore, device: SimulatedDevice): JudgedDevice {
  const view = viewOf(store, device)
  const dayOf = (index: number) => dayPeriod(store.zone, addDays(store.firstDay, index))
  const counters = { scoreCount: 0, scoringMs: 0 }
  const baseline = baselineOf(store, view, dayOf)
  const scoreAt = (atMs: number, dayStartMs: number): HealthScore | null => {
    const startedMs = performance.now()
    const period: Period = { startAt: epochMs(atMs - DAY_MS), endAt: epochMs(atMs) }
    const observed = view.observe(period)
    const measured = measureHealth(observed)
    const outdoorC = store.outdoorMeanC(period.startAt, period.endAt)
    const soFar = { startAt: epochMs(dayStartMs), endAt: period.endAt }
    const isBreach = view.isBreach(soFar, observed.window.excluded)
    const result = scoreHealth(view.zone, measured, baseline, outdoorC, isBreach)
    counters.scoringMs += performance.now() - startedMs
    counters.scoreCount++
    return result.ok ? result.value : null
  }
  const usual = usualScores(scoreAt, dayOf)
  const warnings: Warning[] = []
  const scores: { atMs: number; score: HealthScore | null }[] = []
  let watch = startWarningWatch()
  let step = 0
  for (let day = timetable.baselineEnds as number; day < timetable.ends; day++) {
    const { startAt, endAt } = dayOf(day)
    for (let atMs = startAt + STEP_MS; atMs <= endAt; atMs += STEP_MS) {
      const score = scoreAt(atMs, startAt)
      const next = stepEarlyWarnings(watch, DEFAULT_WARNING_RULES, usual, epochMs(atMs), score?.score ?? null)
      watch = next.watch
      warnings.push(...next.events.filter(isRaised).map((event) => warningOf(event, view, score)))
      if (step++ % KEPT_EVERY === 0) scores.push({ atMs, score })
    }
  }
  const { fault } = device.trial
  const startMs = dayOf(0).startAt + timetable.faultStarts * DAY_MS
  return {
    kindName: device.trial.kindName,
    season: store.season,
    fault,
    startMs,
    endMs: dayOf(timetable.ends - 1).endAt,
    warnings,
    alarms: judgeAlarms(store, device, {
      startAt: dayOf(timetable.baselineEnds).startAt,
      endAt: dayOf(timetable.ends - 1).endAt,
    }),
    graceMinutes: zoneLimits(view.zone, store.zone === 'Asia/Tokyo' ? 'JP' : 'TW').graceMinutes,
    foodBeyondAtMs: fault === null ? null : foodBeyond(view, device, startMs),
    scores,
    ...counters,
  }
}

function baselineOf(
  store: SimulatedStore,
  view: DeviceView,
  dayOf: (index: number) => Period,
): HealthBaseline | null {
  const days = Array.from({ length: timetable.baselineEnds }, (_, index) => {
    const period = dayOf(index)
    return {
      on: addDays(store.firstDay, index),
      measured: measureHealth(view.observe(period)),
      outdoorC: store.outdoorMeanC(period.startAt, period.endAt),
      isBreach: view.isBreach(period),
    }
  })
  return freezeBaseline(days)
}

/** The first day has no 24 hours before it. */
function usualScores(
  scoreAt: (atMs: number, dayStartMs: number) => HealthScore | null,
  dayOf: (index: number) => Period,
): UsualScores {
  const medians: number[] = []
  for (let day = 1; day < timetable.baselineEnds; day++) {
    const { startAt, endAt } = dayOf(day)
    const scores: number[] = []
    for (let atMs = startAt + BASELINE_SCORE_MS; atMs <= endAt; atMs += BASELINE_SCORE_MS) {
      const score = scoreAt(atMs, startAt)
      if (score !== null) scores.push(score.score)
    }
    const middle = median(scores)
    if (middle !== null) medians.push(middle)
  }
  return { score: median(medians), intensity: automaticIntensity(medians) }
}

function isRaised(event: WarningEvent): event is Extract<WarningEvent, { kind: 'raised' }> {
  return event.kind === 'raised'
}

function warningOf({ at, warning }: WarningEvent, { zone }: DeviceView, score: HealthScore | null): Warning {
  return { atMs: at, rule: warning, hint: score === null ? null : hintOf(zone, score) }
}

function foodBeyond({ zone }: DeviceView, { trueProduct }: SimulatedDevice, fromMs: number): number | null {
  const limitC = foodLimits[zone] as number
  for (let index = 0; index < trueProduct.timesMs.length; index++) {
    const atMs = trueProduct.timesMs[index] as number
    const productC = trueProduct.values[index] as number
    if (atMs < fromMs) continue
    if (zone === 'HOT' ? productC < limitC : productC > limitC) return atMs
  }
  return null
}
