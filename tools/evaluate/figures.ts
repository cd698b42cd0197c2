import { median, weightedQuantile } from '@coldkeep/domain/analysis/median'
import type { DeviceFault } from '@coldkeep/simulator/faults'
import type { JudgedDevice } from './judge-device'
import { isRight } from './row-figures'
import { timetable } from './trial-plan'

/** What is said of a set of episodes. Days; null where there is nothing to say it of. */
export interface EpisodeFigures {
  readonly episodes: number
  readonly detected: number
  readonly recall: number | null
  /** From the first warning to when the food went beyond its limit, over the episodes in which it did. */
  readonly medianLeadDays: number | null
  readonly foodBeyond: number
  /** From the start of the fault to the first warning. */
  readonly medianDelayDays: number | null
  /** Share of the detected ones that were followed for a day and then named. */
  readonly hintedRight: number | null
}

export interface FalseFigures {
  readonly warnings: number
  readonly deviceDays: number
  readonly per1000DeviceDays: number
  readonly healthyMedian: number | null
  /** What one score in two hundred of healthy devices is below. */
  readonly healthyLow: number | null
}

const DAY_MS = 86_400_000

export const severeFrom = 0.85
/** They keep the display as it should be: the score sees them only when the food is warm. A cross-check finds them. */
export const hidden: ReadonlySet<string> = new Set<DeviceFault>(['probe_reads_low'])

export function episodeFigures(devices: readonly JudgedDevice[]): EpisodeFigures {
  const detections = devices.flatMap((device) => firstWarning(device) ?? [])
  const leads = devices.flatMap((device) => {
    const first = firstWarning(device)
    return first === null || device.foodBeyondAtMs === null
      ? []
      : [(device.foodBeyondAtMs - first.atMs) / DAY_MS]
  })
  const followed = devices.filter(({ dayLater }) => dayLater !== null)
  return {
    episodes: devices.length,
    detected: detections.length,
    recall: devices.length === 0 ? null : detections.length / devices.length,
    medianLeadDays: median(leads),
    foodBeyond: leads.length,
    medianDelayDays: median(detections.map(({ afterMs }) => afterMs / DAY_MS)),
    hintedRight:
      followed.length === 0
        ? null
        : followed.filter((device) => isRight(device, device.dayLater?.named ?? null)).length /
          followed.length,
  }
}

/** Warnings of devices without a fault, those of faulty ones before the fault began included. */
export function falseFigures(devices: readonly JudgedDevice[]): FalseFigures {
  let warnings = 0
  let deviceDays = 0
  const scores: number[] = []
  for (const device of devices) {
    const untilMs = device.fault === null ? device.endMs : device.startMs
    const days = device.fault === null ? timetable.ends : timetable.faultStarts
    deviceDays += days - timetable.baselineEnds
    warnings += device.warnings.filter(({ atMs }) => atMs < untilMs).length
    for (const { atMs, score } of device.scores)
      if (atMs < untilMs && score !== null) scores.push(score.score)
  }
  return {
    warnings,
    deviceDays,
    per1000DeviceDays: (1000 * warnings) / deviceDays,
    healthyMedian: median(scores),
    healthyLow: weightedQuantile(
      scores,
      scores.map(() => 1),
      0.005,
    ),
  }
}

export interface AlarmFigures {
  /** Alarms of devices without a fault. */
  readonly nuisance: number
  readonly plainNuisance: number
  readonly deviceDays: number
  /** Faults that warmed (or cooled) the food beyond its limit and that the air could show. */
  readonly trueFaults: number
  /** Raised before the food was beyond its limit for longer than it may. */
  readonly inTime: number
}

export function alarmFigures(devices: readonly JudgedDevice[]): AlarmFigures {
  let [nuisance, plainNuisance] = [0, 0]
  for (const { fault, startMs, alarms } of devices) {
    const isHealthy = (atMs: number) => fault === null || atMs < startMs
    nuisance += alarms.ours.filter(isHealthy).length
    plainNuisance += alarms.plain.filter(isHealthy).length
  }
  const trueFaults = devices.filter(
    ({ fault, foodBeyondAtMs }) => fault !== null && foodBeyondAtMs !== null && !hidden.has(fault.kind),
  )
  const inTime = trueFaults.filter(({ alarms, startMs, foodBeyondAtMs, graceMinutes }) =>
    alarms.ours.some((at) => at >= startMs && at <= (foodBeyondAtMs ?? 0) + graceMinutes * 60_000),
  )
  return {
    nuisance,
    plainNuisance,
    deviceDays: falseFigures(devices).deviceDays,
    trueFaults: trueFaults.length,
    inTime: inTime.length,
  }
}

export function precisionOf(episodes: EpisodeFigures, falses: FalseFigures): number | null {
  const warned = episodes.detected + falses.warnings
  return warned === 0 ? null : episodes.detected / warned
}

function firstWarning({ warnings, startMs, endMs }: JudgedDevice): { atMs: number; afterMs: number } | null {
  const first = warnings.find(({ atMs }) => atMs >= startMs && atMs < endMs)
  return first === undefined ? null : { atMs: first.atMs, afterMs: first.atMs - startMs }
}
