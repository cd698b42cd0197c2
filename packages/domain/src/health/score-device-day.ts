import { unrollCounter } from '../analysis/counter'
import type { HealthBaseline, HealthDay } from '../analysis/health-baseline'
import { hintOf, hintWithoutScore, type NamedFault } from '../analysis/health-hint'
import { type MeasuredHealth, measureHealth } from '../analysis/health-indicators'
import { OBSERVED_BEFORE_MS, observeHealth } from '../analysis/health-observation'
import { type HealthScore, healthClassOf, type NoScore, scoreHealth } from '../analysis/health-score'
import { median } from '../analysis/median'
import { openPeriods } from '../analysis/opening-hours'
import { quietPeriods } from '../analysis/quiet-hours'
import {
  type AnalysedDevice,
  type AnalysedKind,
  type DeviceReadings,
  limitsOnDay,
  type StoreDay,
} from '../analysis/store-day'
import { assureDay } from '../analysis/temperature-assurance'
import { usualBand } from '../analysis/zone-limits'
import type { TemperatureZone } from '../organisation/device'
import { measureDefrosts } from '../parameters/defrost-figures'
import type { Series } from '../points/series'
import type { Result } from '../result'
import { type EpochMs, epochMs, hours, minutes } from '../time/instant'
import type { Period } from '../time/period'
import type { ScoredHealthDay } from './known-health'

const STEP_MS = minutes(10)
const SCORED_OVER_MS = hours(24)
/** The estimate of the food from the air forgets what it started from. */
const FOOD_SETTLES_MS = hours(12)
/** What is stored of a score: finer than any rule looks. */
const STORED_STEPS = 100

/** One device on one day, with what its scores are computed from. */
export interface DeviceOnDay {
  readonly day: StoreDay
  readonly device: AnalysedDevice
  readonly zone: TemperatureZone
  readonly readings: DeviceReadings
  /** °C of the store, wherever its probe is. */
  readonly outdoor: Series | null
}

/** What the day measured as a whole, for the baseline. */
export type DayMeasured = Omit<HealthDay, 'on'>

export interface DayScored {
  readonly firstAt: EpochMs
  readonly scores: readonly (number | null)[]
  /** At the last point. */
  readonly last: Result<HealthScore, NoScore> | null
  readonly lastAt: EpochMs
  readonly hint: NamedFault | null
  /** What the 24 hours before the last point measured, and how warm it was outdoors; null where it was not compared. */
  readonly measured: MeasuredHealth | null
  readonly outdoorC: number | null
}

/** Devices that can have a score: what cools or heats and was there on that day. */
export function devicesOnDay(day: StoreDay): DeviceOnDay[] {
  const outdoor = outdoorOf(day)
  return day.devices.flatMap((device) => {
    const readings = day.readings.get(device.deviceId)
    const { zone, commissionedAt, removedAt } = device
    if (zone === null || readings === undefined || !readings.has('air_temperature')) return []
    if (commissionedAt >= day.until || (removedAt !== null && removedAt <= day.period.startAt)) return []
    return [{ day, device, zone, readings, outdoor }]
  })
}

export function measureDay(on: DeviceOnDay): DayMeasured {
  const period = { startAt: on.day.period.startAt, endAt: on.day.until }
  return {
    measured: measureHealth(observe(on, period)),
    outdoorC: meanIn(on.outdoor, period),
    isBreach: isBreach(on, on.day.until),
  }
}

/**
 * Scores of the day, a point at every whole ten minutes that is over.
 * @param known points that were computed before and stay: those of a day in progress
 * @param isLastOnly the points before the last one are of no use: no warning looks at them
 */
export function scoreDay(
  on: DeviceOnDay,
  baseline: HealthBaseline | null,
  known: readonly (number | null)[],
  isLastOnly: boolean,
): DayScored {
  const { period, until } = on.day
  const firstAt = epochMs((Math.floor(period.startAt / STEP_MS) + 1) * STEP_MS)
  const count = Math.max(0, Math.floor((until - firstAt) / STEP_MS) + 1)
  const scores = known.slice(0, count)
  if (isLastOnly) while (scores.length < count - 1) scores.push(null)
  let last: Result<HealthScore, NoScore> | null = null
  let hint: NamedFault | null = null
  let newest: Pick<DayScored, 'measured' | 'outdoorC'> = { measured: null, outdoorC: null }
  const lastAt = epochMs(firstAt + (count - 1) * STEP_MS)
  // The last point is computed in any case: its losses are shown.
  for (let index = Math.min(scores.length, count - 1); index >= 0 && index < count; index++) {
    const at = scoreAt(on, baseline, epochMs(firstAt + index * STEP_MS))
    last = at.result
    newest = { measured: at.measured, outdoorC: at.outdoorC }
    hint = hintAt(on.zone, at.result, at.measured)
    scores[index] = last.ok ? Math.round(last.value.score * STORED_STEPS) / STORED_STEPS : null
  }
  return { firstAt, scores, last, lastAt, hint, ...newest }
}

/** What a stretch of the day, or of the 24 hours before it, measured. */
export function measureSpan(on: DeviceOnDay, period: Period) {
  const observed = observe(on, period)
  return {
    measured: measureHealth(observed),
    outdoorC: meanIn(on.outdoor, period),
    defrosts: measureDefrosts(observed),
  }
}

/** The day as it is kept. */
export function scoredHealthDay(
  on: DeviceOnDay,
  day: DayMeasured,
  scored: DayScored,
  now: EpochMs,
): ScoredHealthDay {
  const last = scored.last?.ok ? scored.last.value : null
  const [top, second] = (last?.losses ?? []).filter(({ points }) => points > 0)
  return {
    storeId: on.day.store.storeId,
    deviceId: on.device.deviceId,
    on: on.day.on,
    zone: on.zone,
    ...day,
    isWhole: on.day.until >= on.day.period.endAt,
    firstAt: scored.firstAt,
    scores: scored.scores,
    medianScore: median(scored.scores.filter((score) => score !== null)),
    score: last?.score ?? null,
    class: last === null ? null : healthClassOf(last.score),
    topLoss: top?.cause ?? null,
    topLossPoints: top?.points ?? null,
    secondLoss: second?.cause ?? null,
    secondLossPoints: second?.points ?? null,
    hint: scored.hint?.hint ?? null,
    hintChance: scored.hint?.chance ?? null,
    computedAt: now,
  }
}

function scoreAt(
  on: DeviceOnDay,
  baseline: HealthBaseline | null,
  at: EpochMs,
): {
  readonly measured: MeasuredHealth
  readonly outdoorC: number | null
  readonly result: Result<HealthScore, NoScore>
} {
  const period = { startAt: epochMs(at - SCORED_OVER_MS), endAt: at }
  const observed = observe(on, period)
  const measured = measureHealth(observed)
  const outdoorC = meanIn(on.outdoor, period)
  const isBreached = isBreach(on, at, observed.window.excluded)
  return {
    measured,
    outdoorC,
    result: scoreHealth(on.zone, measured, baseline, outdoorC, isBreached, on.day.figures.health),
  }
}

/** A device without a score is still looked at for what its probes show by themselves. */
export function hintAt(
  zone: TemperatureZone,
  result: Result<HealthScore, NoScore>,
  measured: MeasuredHealth,
): NamedFault | null {
  return result.ok ? hintOf(zone, result.value) : hintWithoutScore(measured)
}

function observe({ day, device, zone, readings }: DeviceOnDay, period: Period) {
  const from = period.startAt - OBSERVED_BEFORE_MS
  const series = (kind: AnalysedKind) =>
    readings.has(kind) ? between(readings.series(kind), from, period.endAt) : null
  const energy = series('energy')
  const window = { period, periodSeconds: device.periodSeconds, excluded: device.excluded }
  return observeHealth(
    {
      zone,
      band: usualBand(zone),
      window,
      openHours: openPeriods(day.store.zone, day.store, period),
      quietHours: quietPeriods(day.store.zone, day.store, period),
    },
    {
      air: between(readings.series('air_temperature'), from, period.endAt),
      compressor: series('compressor'),
      capacity: series('valve_opening') ?? series('compressor_speed'),
      evaporator: series('evaporator_temperature'),
      superheat: series('superheat'),
      food: series('product_temperature'),
      door: series('door'),
      defrost: series('defrost'),
      energy: energy === null ? null : unrollCounter(energy, readings.counterEndsAt('energy')),
      power: series('power'),
      setpoint: series('setpoint'),
      differential: series('differential'),
      controlState: series('control_state'),
    },
  )
}

/**
 * Whether the verdict on the food is a breach on the day so far, for a reason that lies in the device: what is warm after
 * a pause tells nothing about it. The verdict itself excuses no pause.
 */
function isBreach(
  { day, device, zone, readings }: DeviceOnDay,
  at: EpochMs,
  excluded: readonly Period[] = device.excluded,
): boolean {
  if (at <= day.period.startAt) return false
  const window = {
    period: { startAt: day.period.startAt, endAt: at },
    periodSeconds: device.periodSeconds,
    excluded,
  }
  const from = day.period.startAt - FOOD_SETTLES_MS
  const temperatures = {
    air: between(readings.series('air_temperature'), from, at),
    product: readings.has('product_temperature')
      ? between(readings.series('product_temperature'), from, at)
      : null,
  }
  return assureDay(temperatures, limitsOnDay(day, zone), window).verdict === 'breach'
}

function outdoorOf({ devices, readings }: StoreDay): Series | null {
  for (const { deviceId } of devices) {
    const own = readings.get(deviceId)
    if (own?.has('outdoor_temperature')) return own.series('outdoor_temperature')
  }
  return null
}

function between({ timesMs, values }: Series, fromMs: number, toMs: number): Series {
  const [from, to] = [firstFrom(timesMs, fromMs), firstFrom(timesMs, toMs)]
  return {
    timesMs: (timesMs as Float64Array).subarray(from, to),
    values: (values as Float64Array).subarray(from, to),
  }
}

function firstFrom(timesMs: ArrayLike<number>, atMs: number): number {
  let [low, high] = [0, timesMs.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((timesMs[middle] as number) < atMs) low = middle + 1
    else high = middle
  }
  return low
}

function meanIn(series: Series | null, { startAt, endAt }: Period): number | null {
  if (series === null) return null
  let [sum, count] = [0, 0]
  for (let index = 0; index < series.timesMs.length; index++) {
    const at = series.timesMs[index] as number
    const value = series.values[index] as number
    if (at < startAt || at >= endAt || Number.isNaN(value)) continue
    sum += value
    count++
  }
  return count === 0 ? null : sum / count
}
