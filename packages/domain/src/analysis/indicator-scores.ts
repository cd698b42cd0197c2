import type { TemperatureZone } from '../organisation/device'
import { type Expectation, expectedAt, type HealthBaseline } from './health-baseline'
import { type HealthIndicator, healthIndicators, type MeasuredHealth } from './health-indicators'

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

/** The rest of a cold case's table makes no sense for a heated one. */
const hotIndicators: ReadonlySet<HealthIndicator> = new Set(['deviation', 'run_ratio', 'pull_down', 'energy'])
const NO_CAPACITY_LEFT = 0.97
const LEAST_RECOVERY_MINUTES = 5
const LEAST_DOOR_SHARE = 0.01
/** What a healthy device does now and then is no loss: limits lie at least so many standard deviations away. */
const USUAL_DEVIATIONS = 4

/**
 * The indicators that a device has, in the order of the table, each with its points. `x` is
 * - deviation: K from the control band · run_ratio: share above the expected · starts: per hour
 * - recovery, pull_down, door, energy: ratio to the expected, a recovery being expected to take at least 5 min and a
 *   door to be open at least 1 % of the time
 * - coil_difference: share by which it is off · superheat: K off its reference; where a device has both, the one with
 *   fewer points counts
 *
 * Points go from 100 at one limit to 0 at another. Where the days of the baseline scattered so much that four
 * standard deviations reach beyond the first limit, both are moved out by what is missing.
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

type Points = Omit<IndicatorScore, 'indicator'>
type Scorer = (
  measured: MeasuredHealth,
  baseline: HealthBaseline | null,
  outdoorC: number | null,
) => Points | null

const scorers: Readonly<Record<HealthIndicator, Scorer>> = {
  deviation: ({ deviationK }) => {
    if (deviationK === null) return null
    const x = Math.abs(deviationK)
    return { x, points: lin(x, 0.5, 4), side: signOf(deviationK) }
  },
  recovery: ({ recoveryMinutes }, baseline, outdoorC) =>
    ratioScore(
      recoveryMinutes,
      usualAt(baseline?.recoveryMinutes, outdoorC, LEAST_RECOVERY_MINUTES),
      1.25,
      2.5,
    ),
  run_ratio: ({ runRatio }, baseline, outdoorC) => {
    const usual = usualAt(baseline?.runRatio, outdoorC)
    if (runRatio === null || usual === null) return null
    const x = runRatio - usual.expected
    const up = moved(x, 0.06, 0.3, usual.scatter)
    const down = moved(-x, 0.1, 0.4, usual.scatter)
    return { x, points: runRatio > NO_CAPACITY_LEFT ? 0 : Math.min(up, down), side: signOf(x) }
  },
  starts: ({ startsPerHour }) =>
    startsPerHour === null ? null : { x: startsPerHour, points: lin(startsPerHour, 6, 12), side: 1 },
  pull_down: ({ pullDownKPerMinute }, baseline, outdoorC) =>
    ratioScore(pullDownKPerMinute, usualAt(baseline?.pullDownKPerMinute, outdoorC), 0.85, 0.45),
  coil_difference: ({ coilDifferenceK }, baseline, outdoorC) => {
    const usual = usualAt(baseline?.coilDifferenceK, outdoorC)
    if (coilDifferenceK === null || usual === null || usual.expected <= 0) return null
    const off = coilDifferenceK / usual.expected - 1
    const x = Math.abs(off)
    return { x, points: moved(x, 0.15, 0.6, usual.scatter / usual.expected), side: signOf(off) }
  },
  superheat: ({ superheatErrorK }) => {
    if (superheatErrorK === null) return null
    const x = Math.abs(superheatErrorK)
    return { x, points: lin(x, 3, 10), side: signOf(superheatErrorK) }
  },
  door: ({ doorShare }, baseline, outdoorC) =>
    ratioScore(doorShare, usualAt(baseline?.doorShare, outdoorC, LEAST_DOOR_SHARE), 1.5, 4),
  energy: ({ energyKwh }, baseline, outdoorC) =>
    ratioScore(energyKwh, usualAt(baseline?.energyKwh, outdoorC), 1.08, 1.5),
}

interface Usual {
  readonly expected: number
  readonly scatter: number
}

function usualAt(
  expectation: Expectation | null | undefined,
  outdoorC: number | null,
  least = Number.NEGATIVE_INFINITY,
): Usual | null {
  if (!expectation) return null
  return { expected: Math.max(least, expectedAt(expectation, outdoorC)), scatter: expectation.scatter }
}

/** A line that was drawn too far from its days can come to nothing: then there is nothing to compare with. */
function ratioScore(measured: number | null, usual: Usual | null, good: number, bad: number): Points | null {
  if (measured === null || usual === null || usual.expected <= 0) return null
  const x = measured / usual.expected
  // Distances from 1, so that a ratio that should not fall and one that should not rise are the same.
  const way = Math.sign(good - 1)
  const points = moved(way * (x - 1), way * (good - 1), way * (bad - 1), usual.scatter / usual.expected)
  return { x, points, side: signOf(x - 1) }
}

/** Points of a distance that grows as things get worse, its limits moved out beyond what is usual. */
function moved(distance: number, good: number, bad: number, scatter: number): number {
  const by = Math.max(0, USUAL_DEVIATIONS * scatter - good)
  return lin(distance, good + by, bad + by)
}

/** 100 at `good`, 0 at `bad`, straight in between. */
function lin(x: number, good: number, bad: number): number {
  return 100 * Math.min(1, Math.max(0, (bad - x) / (bad - good)))
}

function signOf(value: number): -1 | 0 | 1 {
  if (value === 0) return 0
  return value > 0 ? 1 : -1
}
