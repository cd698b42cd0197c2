import type { TemperatureZone } from '../organisation/device'
import { fail, ok, type Result } from '../result'
import { roundHalfAwayFromZero } from '../units'
import { completeFigures, type FigureValues, type WeighedKey } from './figures'
import type { HealthBaseline } from './health-baseline'
import { evidenceOf, type HealthEvidence } from './health-evidence'
import { type HealthIndicator, healthIndicators, type MeasuredHealth } from './health-indicators'
import { type IndicatorScore, isJudgedBy, scoreIndicators } from './indicator-scores'
import { LEAST_COVERAGE } from './least-coverage'
import { type ProbeReason, probeReasonOf } from './probe-faults'
import { spareBusyHours } from './spare-busy-hours'

export interface HealthLoss extends Partial<Pick<IndicatorScore, 'x'>> {
  /** `breach`, `probe`: what the cap took because the food was not safe, or because a probe is not to be trusted. */
  readonly cause: HealthIndicator | 'breach' | 'probe'
  /** Points of the score that were lost here. */
  readonly points: number
  /** It has readings but can show nothing here, so it does not count. */
  readonly isUnmeasurable?: true
}

export interface HealthScore {
  /** 0 to 100, unrounded. */
  readonly score: number
  /** Largest first, those of zero included; together they are what is missing to 100. */
  readonly losses: readonly HealthLoss[]
  /** What is wrong with a probe. */
  readonly probe: ProbeReason | null
  /** What points to a fault, all indicators that count and what is looked at beside them. */
  readonly evidence: HealthEvidence
}

/**
 * Why a device has no score: hardly any readings, none that matters most, nothing to compare with yet, no compressor
 * contact and too little else, or too few indicators.
 */
export type NoScore =
  | 'coverage_low'
  | 'deviation_missing'
  | 'baseline_missing'
  | 'compressor_missing'
  | 'weight_low'

export type HealthClass = 'good' | 'fair' | 'watch' | 'poor'

const MEAN_SHARE = 0.6
const WORST_SHARE = 0.4
/** Of the whole table. Lighter indicators never count as the worst one: a door is a matter of customers. */
const LEAST_WEIGHT_OF_WORST = 0.05
/** Of what can be judged in the zone: the temperature and how long it takes to hold it are enough. */
const LEAST_WEIGHT = 0.4
/** A score says nothing about a device that was only just switched on. */
const LEAST_MINUTES = 360
/** Of food that is not safe, or of which nothing is known for sure. */
const CAPPED_SCORE = 49
/** Sums of weights are off by less. */
const ROUNDING = 1e-9
const GOOD_FROM = 85
const FAIR_FROM = 70
const WATCH_FROM = 50

/**
 * Score 0 to 100 of a device over 24 hours: 0.6 of the weighted mean of its indicators and 0.4 of the worst, so that
 * one broken part does not drown among good ones. At most 49 while the food is not safe and the air is out of its band,
 * since a device that keeps the band that people set is well; and while a probe is not to be trusted.
 * @param baseline null: only what needs none is judged
 * @param outdoorC mean of these 24 hours, null where not known
 * @param isBreach the verdict on the product is a breach so far
 * @param chosen what indicators weigh; left out, as usual
 */
export function scoreHealth(
  zone: TemperatureZone,
  measured: MeasuredHealth,
  baseline: HealthBaseline | null,
  outdoorC: number | null,
  isBreach: boolean,
  chosen: FigureValues = {},
): Result<HealthScore, NoScore> {
  if ((measured.coverage ?? 0) < LEAST_COVERAGE || measured.coveredMinutes < LEAST_MINUTES)
    return fail('coverage_low')
  if (measured.deviationK === null) return fail('deviation_missing')
  const comparison = { zone, measured, baseline, outdoorC }
  const { scores: seen, unmeasurable } = scoreIndicators(comparison)
  const scores = spareBusyHours(seen, comparison)
  const weighed = weigh(zone, scores, weightsOf(chosen))
  if (weighed === null) return fail(whyNoScore(measured, baseline))
  const { score, losses } = weighed
  const probe = zone === 'HOT' ? null : probeReasonOf(measured, baseline)
  const isWarm = scores.some(({ indicator, points }) => indicator === 'deviation' && points < 100)
  const isBreached = isBreach && isWarm && baseline?.isUsuallyBreached !== true
  const cap = isBreached ? 'breach' : probe === null ? null : 'probe'
  const isCapped = cap !== null && score > CAPPED_SCORE
  if (isCapped) losses.push({ cause: cap, points: score - CAPPED_SCORE })
  for (const cause of unmeasurable) losses.push({ cause, points: 0, isUnmeasurable: true })
  return ok({
    score: isCapped ? CAPPED_SCORE : score,
    losses: losses.sort((a, b) => b.points - a.points),
    probe,
    evidence: evidenceOf(scores, comparison),
  })
}

function whyNoScore(measured: MeasuredHealth, baseline: HealthBaseline | null): NoScore {
  if (measured.runRatio === null) return 'compressor_missing'
  return baseline === null ? 'baseline_missing' : 'weight_low'
}

type Weights = Readonly<Record<HealthIndicator, number>>

/** Shares of the whole table; a device is judged by its coil difference or by its superheat. */
function weightsOf(chosen: FigureValues): Weights {
  const figures = completeFigures('health', chosen) as Readonly<Record<WeighedKey, number>>
  const total = Object.values(figures).reduce((sum, weight) => sum + weight, 0)
  const weighed = Object.entries(figures).map(([key, weight]) => [key, weight / total])
  return { ...Object.fromEntries(weighed), superheat: figures.coil_difference / total }
}

/**
 * @param points of the indicators, in the order of the table
 * @returns null where they weigh too little
 */
function weigh(
  zone: TemperatureZone,
  points: readonly IndicatorScore[],
  weights: Weights,
): { readonly score: number; readonly losses: HealthLoss[] } | null {
  const available = points.reduce((sum, { indicator }) => sum + weights[indicator], 0)
  const judged = healthIndicators.filter((one) => one !== 'superheat' && isJudgedBy(zone, one))
  const least = LEAST_WEIGHT * judged.reduce((sum, indicator) => sum + weights[indicator], 0)
  if (available < least - ROUNDING) return null
  let worst: IndicatorScore | null = null
  for (const one of points) {
    if (weights[one.indicator] < LEAST_WEIGHT_OF_WORST - ROUNDING) continue
    if (worst === null || one.points < worst.points) worst = one
  }
  const losses: HealthLoss[] = points.map((one) => {
    const ofMean = (MEAN_SHARE * weights[one.indicator] * (100 - one.points)) / available
    const ofWorst = one === worst ? WORST_SHARE * (100 - one.points) : 0
    return { cause: one.indicator, points: ofMean + ofWorst, x: one.x }
  })
  return { score: losses.reduce((left, loss) => left - loss.points, 100), losses }
}

/** Class of a score, judged on the figure as it is shown, so that the two never disagree. */
export function healthClassOf(score: number): HealthClass {
  const shown = roundHalfAwayFromZero(score, 1)
  if (shown >= GOOD_FROM) return 'good'
  if (shown >= FAIR_FROM) return 'fair'
  return shown >= WATCH_FROM ? 'watch' : 'poor'
}
