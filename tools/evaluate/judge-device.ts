import {
  automaticIntensity,
  startWarningWatch,
  stepEarlyWarnings,
  type UsualScores,
  type WarningEvent,
} from '@coldkeep/domain/alarms/early-warning'
import { DEFAULT_WARNING_RULES } from '@coldkeep/domain/alarms/early-warning-rules'
import { freezeBaseline } from '@coldkeep/domain/analysis/health-baseline'
import { hintOf, type NamedFault } from '@coldkeep/domain/analysis/health-hint'
import { type HealthScore, scoreHealth } from '@coldkeep/domain/analysis/health-score'
import { median } from '@coldkeep/domain/analysis/median'
import { zoneLimits } from '@coldkeep/domain/analysis/zone-limits'
import { epochMs } from '@coldkeep/domain/time/instant'
import { type DeviceView, viewOf } from './device-view'
import { judgeAlarms, type TemperatureAlarms } from './judge-alarms'
import {
  dayOfStore,
  type MeasuredDevice,
  type MeasuredMoment,
  measureDevice,
  withoutMeter,
} from './measure-device'
import type { SimulatedDevice, SimulatedStore } from './simulate-store'
import { timetable } from './trial-plan'

interface Warning {
  readonly atMs: number
  readonly rule: string
}

export interface JudgedDevice {
  readonly kindName: string
  readonly season: number
  readonly fault: { readonly kind: string; readonly severity: number } | null
  readonly startMs: number
  readonly endMs: number
  readonly hasMeter: boolean
  readonly warnings: readonly Warning[]
  /** What was named a day after the first warning of the fault; null where it was not followed that long. */
  readonly dayLater: { readonly named: NamedFault | null } | null
  /** The same at the end, where that is another day. */
  readonly atEnd: { readonly named: NamedFault | null } | null
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
const KEPT_EVERY = 36
/** °C or, for what is held hot, the least. Where the insured limit lies inside the band of our chilled case, 1 K above it. */
const foodLimits: Readonly<Record<string, number>> = { FZ: -18, IC: -20, C4: 5, C7: 7, F18: 20, HOT: 65 }

/** Judged twice: with the power that its own meter measured, and as if it had no meter. */
export function judgeDevice(store: SimulatedStore, device: SimulatedDevice): JudgedDevice[] {
  const view = viewOf(store, device)
  const measured = measureDevice(store, view)
  const { fault } = device.trial
  const dayOf = dayOfStore(store)
  const startMs = dayOf(0).startAt + timetable.faultStarts * DAY_MS
  const period = {
    startAt: dayOf(timetable.baselineEnds).startAt,
    endAt: dayOf(timetable.ends - 1).endAt,
  }
  const common = {
    kindName: device.trial.kindName,
    season: store.season,
    fault,
    startMs,
    endMs: period.endAt as number,
    alarms: judgeAlarms(store, device, period),
    graceMinutes: zoneLimits(view.zone, store.zone === 'Asia/Tokyo' ? 'JP' : 'TW').graceMinutes,
    foodBeyondAtMs: fault === null ? null : foodBeyond(view, device, startMs),
  }
  return [true, false].map((hasMeter) => ({
    ...common,
    hasMeter,
    ...followScores(view, hasMeter ? measured : withoutMeter(measured), startMs),
  }))
}

function followScores(
  { zone }: DeviceView,
  measured: MeasuredDevice,
  startMs: number,
): Pick<JudgedDevice, 'warnings' | 'dayLater' | 'atEnd' | 'scores' | 'scoreCount' | 'scoringMs'> {
  const startedMs = performance.now()
  const baseline = freezeBaseline(measured.baselineDays)
  const scoreOf = ({ measured: figures, outdoorC, isBreach }: MeasuredMoment): HealthScore | null => {
    const result = scoreHealth(zone, figures, baseline, outdoorC, isBreach)
    return result.ok ? result.value : null
  }
  const usual = usualScores(measured.usualDays.map((day) => day.map(scoreOf)))
  const warnings: Warning[] = []
  const scores: { atMs: number; score: HealthScore | null }[] = []
  let watch = startWarningWatch()
  let dayLater: JudgedDevice['dayLater'] = null
  let atEnd: JudgedDevice['atEnd'] = null
  for (const [step, moment] of measured.moments.entries()) {
    const { atMs } = moment
    const score = scoreOf(moment)
    const next = stepEarlyWarnings(watch, DEFAULT_WARNING_RULES, usual, epochMs(atMs), score?.score ?? null)
    watch = next.watch
    warnings.push(
      ...next.events.filter(isRaised).map(({ at, warning }) => ({ atMs: at as number, rule: warning })),
    )
    const first = warnings.find((warning) => warning.atMs >= startMs)
    if (dayLater === null && first !== undefined && atMs >= first.atMs + DAY_MS)
      dayLater = { named: score && hintOf(zone, score) }
    if (step === measured.moments.length - 1 && first !== undefined && atMs >= first.atMs + 2 * DAY_MS)
      atEnd = { named: score && hintOf(zone, score) }
    if (step % KEPT_EVERY === 0) scores.push({ atMs, score })
  }
  const usualCount = measured.usualDays.reduce((sum, day) => sum + day.length, 0)
  return {
    warnings,
    dayLater,
    atEnd,
    scores,
    scoreCount: usualCount + measured.moments.length,
    scoringMs: measured.measuringMs + performance.now() - startedMs,
  }
}

function usualScores(days: readonly (readonly (HealthScore | null)[])[]): UsualScores {
  const medians = days.flatMap((day) => median(day.flatMap((score) => score?.score ?? [])) ?? [])
  return { score: median(medians), intensity: automaticIntensity(medians) }
}

function isRaised(event: WarningEvent): event is Extract<WarningEvent, { kind: 'raised' }> {
  return event.kind === 'raised'
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
