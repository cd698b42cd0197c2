import type { TemperatureZone } from '../organisation/device'
import { fail, ok, type Result } from '../result'
import { roundHalfAwayFromZero } from '../units'
import { type Expectation, expectedAt, type HealthBaseline } from './health-baseline'
import {
  type HealthIndicator,
  healthIndicators,
  LEAST_COVERAGE,
  type MeasuredHealth,
} from './health-indicators'

/** One indicator against what is expected of this device. */
export interface IndicatorScore {
  readonly indicator: HealthIndicator
  /** What the points are given for: a distance, ratio or rate, see {@link scoreIndicators}. */
  readonly x: number
  /** 0 to 100. */
  readonly points: number
  /** On which side of the expected it lies; 0 exactly on it. */
  readonly side: -1 | 0 | 1
}

export interface HealthLoss extends Partial<Pick<IndicatorScore, 'x' | 'side'>> {
  /** `breach`: what the cap took because the food was not safe. */
  readonly cause: HealthIndicator | 'breach'
  /** Points of the score that were lost here. */
  readonly points: number
}

export interface HealthScore {
  /** 0 to 100, unrounded. */
  readonly score: number
  /** Largest first, those of zero included; together they are what is missing to 100. */
  readonly losses: readonly HealthLoss[]
}

/** Why a device has no score: hardly any readings, none that matters most, or too few indicators. */
export type NoScore = 'coverage_low' | 'deviation_missing' | 'weight_low'

export const healthClasses = ['good', 'fair', 'watch', 'poor'] as const
export type HealthClass = (typeof healthClasses)[number]

const weights: Readonly<Record<HealthIndicator, number>> = {
  deviation: 0.22,
  recovery: 0.1,
  run_ratio: 0.18,
  starts: 0.1,
  pull_down: 0.12,
  coil_difference: 0.12,
  superheat: 0.12,
  door: 0.04,
  energy: 0.12,
}
/** The rest of a cold case's table makes no sense for a heated one. */
const hotIndicators: ReadonlySet<HealthIndicator> = new Set(['deviation', 'run_ratio', 'pull_down', 'energy'])

const MEAN_SHARE = 0.6
const WORST_SHARE = 0.4
/** Lighter indicators never count as the worst one: a door is a matter of customers. */
const LEAST_WEIGHT_OF_WORST = 0.05
const LEAST_WEIGHT = 0.5
/** A score says nothing about a device that was only just switched on. */
const LEAST_MINUTES = 360
const SCORE_OF_BREACH = 49
/** Of the whole table; what a hot case has of it is in `hotIndicators`. */
const TABLE_WEIGHT = 1
const HOT_TABLE_WEIGHT = 0.64
const NO_CAPACITY_LEFT = 0.97
const LEAST_RECOVERY_MINUTES = 5
const LEAST_DOOR_SHARE = 0.01
const GOOD_FROM = 85
const FAIR_FROM = 70
const WATCH_FROM = 50

/**
 * Score 0 to 100 of a device over 24 hours: 0.6 of the weighted mean of its indicators and 0.4 of the worst, so that
 * one broken part does not drown among good ones. At most 49 while the food is not safe.
 * @param baseline null: only what needs none is judged
 * @param outdoorC mean of these 24 hours, null where not known
 * @param isBreach the verdict on the product is a breach so far
 */
export function scoreHealth(
  zone: TemperatureZone,
  measured: MeasuredHealth,
  baseline: HealthBaseline | null,
  outdoorC: number | null,
  isBreach: boolean,
): Result<HealthScore, NoScore> {
  if ((measured.coverage ?? 0) < LEAST_COVERAGE || measured.coveredMinutes < LEAST_MINUTES)
    return fail('coverage_low')
  if (measured.deviationK === null) return fail('deviation_missing')
  return weigh(zone, scoreIndicators(zone, measured, baseline, outdoorC), isBreach)
}

/**
 * The indicators that a device has, in the order of the table, each with its points. `x` is
 * - deviation: K from the control band · run_ratio: share above the expected · starts: per hour
 * - recovery, pull_down, door, energy: ratio to the expected, a recovery being expected to take at least 5 min and a
 *   door to be open at least 1 % of the time
 * - coil_difference: share by which it is off · superheat: K off its reference; where a device has both, the one with
 *   fewer points counts
 */
export function scoreIndicators(
  zone: TemperatureZone,
  measured: MeasuredHealth,
  baseline: HealthBaseline | null,
  outdoorC: number | null,
): IndicatorScore[] {
  const isHot = zone === 'HOT'
  const all = healthIndicators.flatMap((indicator) => {
    if (isHot && !hotIndicators.has(indicator)) return []
    const found = scorers[indicator](measured, baseline, outdoorC)
    return found === null ? [] : [{ indicator, ...found }]
  })
  const coil = all.find(({ indicator }) => indicator === 'coil_difference')
  const superheat = all.find(({ indicator }) => indicator === 'superheat')
  if (!coil || !superheat) return all
  const spare = superheat.points < coil.points ? coil : superheat
  return all.filter((one) => one !== spare)
}

/** @param points of the indicators, in the order of the table */
function weigh(
  zone: TemperatureZone,
  points: readonly IndicatorScore[],
  isBreach: boolean,
): Result<HealthScore, NoScore> {
  const available = points.reduce((sum, { indicator }) => sum + weights[indicator], 0)
  if (available < LEAST_WEIGHT * (zone === 'HOT' ? HOT_TABLE_WEIGHT : TABLE_WEIGHT)) return fail('weight_low')
  let worst: IndicatorScore | null = null
  for (const one of points) {
    if (weights[one.indicator] < LEAST_WEIGHT_OF_WORST) continue
    if (worst === null || one.points < worst.points) worst = one
  }
  const losses: HealthLoss[] = points.map((one) => {
    const ofMean = (MEAN_SHARE * weights[one.indicator] * (100 - one.points)) / available
    const ofWorst = one === worst ? WORST_SHARE * (100 - one.points) : 0
    return { cause: one.indicator, points: ofMean + ofWorst, x: one.x, side: one.side }
  })
  const score = losses.reduce((left, loss) => left - loss.points, 100)
  const isCapped = isBreach && score > SCORE_OF_BREACH
  if (isCapped) losses.push({ cause: 'breach', points: score - SCORE_OF_BREACH })
  return ok({
    score: isCapped ? SCORE_OF_BREACH : score,
    losses: losses.sort((a, b) => b.points - a.points),
  })
}

/** Class of a score, judged on the figure as it is shown, so that the two never disagree. */
export function healthClassOf(score: number): HealthClass {
  const shown = roundHalfAwayFromZero(score, 1)
  if (shown >= GOOD_FROM) return 'good'
  if (shown >= FAIR_FROM) return 'fair'
  return shown >= WATCH_FROM ? 'watch' : 'poor'
}

type Scorer = (
  measured: MeasuredHealth,
  baseline: HealthBaseline | null,
  outdoorC: number | null,
) => Omit<IndicatorScore, 'indicator'> | null

const scorers: Readonly<Record<HealthIndicator, Scorer>> = {
  deviation: ({ deviationK }) => {
    if (deviationK === null) return null
    const x = Math.abs(deviationK)
    return { x, points: lin(x, 0.5, 4), side: signOf(deviationK) }
  },
  recovery: ({ recoveryMinutes }, baseline) =>
    ratioScore(recoveryMinutes, atLeast(LEAST_RECOVERY_MINUTES, baseline?.recoveryMinutes), 1.25, 2.5),
  run_ratio: ({ runRatio }, baseline, outdoorC) => {
    const expected = expectedOf(baseline?.runRatio, outdoorC)
    if (runRatio === null || expected === null) return null
    const x = runRatio - expected
    const points = runRatio > NO_CAPACITY_LEFT ? 0 : Math.min(lin(x, 0.06, 0.3), lin(-x, 0.1, 0.4))
    return { x, points, side: signOf(x) }
  },
  starts: ({ startsPerHour }) =>
    startsPerHour === null ? null : { x: startsPerHour, points: lin(startsPerHour, 6, 12), side: 1 },
  pull_down: ({ pullDownKPerMinute }, baseline, outdoorC) =>
    ratioScore(pullDownKPerMinute, expectedOf(baseline?.pullDownKPerMinute, outdoorC), 0.85, 0.45),
  coil_difference: ({ coilDifferenceK }, baseline, outdoorC) => {
    const ratio = ratioTo(coilDifferenceK, expectedOf(baseline?.coilDifferenceK, outdoorC))
    if (ratio === null) return null
    const x = Math.abs(ratio - 1)
    return { x, points: lin(x, 0.15, 0.6), side: signOf(ratio - 1) }
  },
  superheat: ({ superheatErrorK }) => {
    if (superheatErrorK === null) return null
    const x = Math.abs(superheatErrorK)
    return { x, points: lin(x, 3, 10), side: signOf(superheatErrorK) }
  },
  door: ({ doorShare }, baseline) =>
    ratioScore(doorShare, atLeast(LEAST_DOOR_SHARE, baseline?.doorShare), 1.5, 4),
  energy: ({ energyKwh }, baseline, outdoorC) =>
    ratioScore(energyKwh, expectedOf(baseline?.energyKwh, outdoorC), 1.08, 1.5),
}

function ratioScore(
  measured: number | null,
  expected: number | null,
  good: number,
  bad: number,
): Omit<IndicatorScore, 'indicator'> | null {
  const x = ratioTo(measured, expected)
  return x === null ? null : { x, points: lin(x, good, bad), side: signOf(x - 1) }
}

/** A line that was drawn too far from its days can come to nothing: then there is nothing to compare with. */
function ratioTo(measured: number | null, expected: number | null): number | null {
  return measured === null || expected === null || expected <= 0 ? null : measured / expected
}

function atLeast(least: number, value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : Math.max(least, value)
}

function expectedOf(expectation: Expectation | null | undefined, outdoorC: number | null): number | null {
  return expectation ? expectedAt(expectation, outdoorC) : null
}

/** 100 at `good`, 0 at `bad`, straight in between; either may be the larger. */
function lin(x: number, good: number, bad: number): number {
  return 100 * Math.min(1, Math.max(0, (bad - x) / (bad - good)))
}

function signOf(value: number): -1 | 0 | 1 {
  if (value === 0) return 0
  return value > 0 ? 1 : -1
}
