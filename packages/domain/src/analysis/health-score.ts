import type { TemperatureZone } from '../organisation/device'
import { fail, ok, type Result } from '../result'
import { roundHalfAwayFromZero } from '../units'
import type { HealthBaseline } from './health-baseline'
import { type HealthIndicator, LEAST_COVERAGE, type MeasuredHealth } from './health-indicators'
import { type IndicatorScore, scoreIndicators } from './indicator-scores'

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

export type HealthClass = 'good' | 'fair' | 'watch' | 'poor'

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
const MEAN_SHARE = 0.6
const WORST_SHARE = 0.4
/** Lighter indicators never count as the worst one: a door is a matter of customers. */
const LEAST_WEIGHT_OF_WORST = 0.05
const LEAST_WEIGHT = 0.5
/** There is no score for a device that has only just been switched on. */
const LEAST_MINUTES = 360
const SCORE_OF_BREACH = 49
/** Of the whole table; a hot case is judged by a part of it. */
const TABLE_WEIGHT = 1
const HOT_TABLE_WEIGHT = 0.64
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
