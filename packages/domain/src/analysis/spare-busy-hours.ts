import { type Expectation, expectedAt } from './fit-figure'
import type { HealthIndicator } from './health-indicators'
import { type Comparison, type IndicatorScore, scoreIndicators } from './indicator-scores'
import { type QuietFigure, quietFigures } from './measure-quiet'

/** What customers move. */
const movedByCustomers: ReadonlySet<HealthIndicator> = new Set([
  'deviation',
  'recovery',
  'run_ratio',
  'starts',
  'pull_down',
  'coil_difference',
  'energy',
])
/** Who cools slowly or comes back late from a defrost runs longer: without a figure of the night its run time tells. */
const seenInRunTime: ReadonlySet<HealthIndicator> = new Set(['recovery', 'pull_down'])
/** Limits of these are distances and not ratios, so that less at night would look like less of a change. */
const distances: ReadonlySet<QuietFigure> = new Set<QuietFigure>(['runRatio', 'startsPerHour'])

/** Whoever loses points at night as well is not only busy: so many times they are taken from what the night would spare. */
const NIGHT_COUNTS = 2

/**
 * What only the busy hours show is the customers' doing: a fault does not know opening hours. An indicator that customers
 * move gets as many points as the quiet hours give it, compared with those of the baseline, and no more than the run time
 * of the quiet hours gets, since a machine that is short of something runs longer then too; what they lose counts twice. Air
 * that is too warm gets what it would with the busiest door, and no more than the worst of the quiet hours. None gets
 * fewer points than it had.
 */
export function spareBusyHours(scores: readonly IndicatorScore[], comparison: Comparison): IndicatorScore[] {
  const isOff = ({ indicator, points }: IndicatorScore) => points < 100 && movedByCustomers.has(indicator)
  const quiet = scores.some(isOff) ? inQuietHours(comparison) : null
  if (quiet === null) return [...scores]
  const found = new Map(scoreIndicators(quiet).scores.map(({ indicator, points }) => [indicator, points]))
  const runTime = found.get('run_ratio') ?? 0
  const atNight = (indicator: HealthIndicator): number => {
    if (indicator === 'deviation') return Math.min(runTime, ...found.values())
    return Math.min(runTime, found.get(indicator) ?? (isSeenInRunTime(indicator, comparison) ? 100 : 0))
  }
  return scores.map((one) => {
    if (!isOff(one)) return one
    const spared = 100 - NIGHT_COUNTS * (100 - atNight(one.indicator))
    const most = one.indicator === 'deviation' ? pointsIfBusiest(comparison) : 100
    return { ...one, points: Math.max(one.points, Math.min(spared, most)) }
  })
}

/** What turns faster cools more without running longer. */
function isSeenInRunTime(indicator: HealthIndicator, { baseline }: Comparison): boolean {
  return baseline?.control === 'on_off' && seenInRunTime.has(indicator)
}

function pointsIfBusiest(comparison: Comparison): number {
  const { scores } = scoreIndicators({ ...comparison, isBusiest: true })
  return scores.find(({ indicator }) => indicator === 'deviation')?.points ?? 0
}

/** The quiet hours against those of the baseline, distances as large as they would be in the whole day; null where not known. */
function inQuietHours({ measured, baseline, ...where }: Comparison): Comparison | null {
  const { quiet } = measured
  if (!quiet || baseline?.quiet === undefined) return null
  const now = { ...measured, ...quiet, recoveryMinutes: null, superheatK: null, doorShare: null }
  const usual = { ...baseline, ...baseline.quiet, recoveryMinutes: null, superheatK: null }
  for (const figure of quietFigures) {
    const line = usual[figure] && surer(usual[figure])
    const factor = line && distances.has(figure) ? timesOfDay(baseline[figure], line, where.outdoorC) : 1
    now[figure] = now[figure] && now[figure] * factor
    usual[figure] = line && stretched(line, factor)
  }
  return { ...where, measured: now, baseline: usual }
}

function timesOfDay(ofDay: Expectation | null, ofNight: Expectation, outdoorC: number | null): number {
  const expected = expectedAt(ofNight, outdoorC)
  return ofDay === null || expected <= 0 ? 1 : expectedAt(ofDay, outdoorC) / expected
}

/** Who vouches for a day must be surer than who accuses it: two standard deviations are usual, not four. */
function surer(line: Expectation): Expectation {
  return { ...line, scatter: line.scatter / 2, slopeError: line.slopeError / 2 }
}

function stretched(line: Expectation, factor: number): Expectation {
  const { atZero, perKelvin, typical, scatter, meanC, slopeError } = line
  return {
    atZero: factor * atZero,
    perKelvin: factor * perKelvin,
    typical: factor * typical,
    scatter: factor * scatter,
    meanC,
    slopeError: factor * slopeError,
  }
}
