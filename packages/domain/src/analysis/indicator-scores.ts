import type { TemperatureZone } from '../organisation/device'
import { type Expectation, expectedAt, scatterAt } from './fit-figure'
import type { HealthBaseline } from './health-baseline'
import { type HealthIndicator, healthIndicators, type MeasuredHealth } from './health-indicators'

/** One indicator against what is expected of this device. */
export interface IndicatorScore {
  readonly indicator: HealthIndicator
  /** What the points are given for: a distance, ratio or rate, see {@link scoreIndicators}. */
  readonly x: number
  /** 0 to 100. */
  readonly points: number
  /** How far from the expected it may lie, on the side that costs points, before it costs any: in units of `x`. */
  readonly free: number
  /** How far it lies from the expected, below it negative, in units of what costs all points; with its own scatter. */
  readonly effect: number
  readonly noise: number
}

export interface ScoredIndicators {
  readonly scores: readonly IndicatorScore[]
  /** What has readings and cannot show anything: under this kind of control, or because healthy days scatter too much. */
  readonly unmeasurable: readonly HealthIndicator[]
}

/** What a device is compared with. */
export interface Comparison {
  readonly zone: TemperatureZone
  readonly measured: MeasuredHealth
  /** Null: only what needs none is judged. */
  readonly baseline: HealthBaseline | null
  /** Mean of the time that was measured, null where not known. */
  readonly outdoorC: number | null
  /** Customers are taken to come as many times more often than usual as they ever do, whatever the door's contact says. */
  readonly isBusiest?: boolean
}

/** The rest of a cold case's table makes no sense for a heated one. */
const hotIndicators: ReadonlySet<HealthIndicator> = new Set(['deviation', 'run_ratio', 'pull_down', 'energy'])
/** What only a compressor that starts and stops shows. */
const startStopIndicators: ReadonlySet<HealthIndicator> = new Set(['starts', 'pull_down'])
const NO_CAPACITY_LEFT = 0.97
/** Who runs for more of the time by design has no capacity to lose. */
const STOPS_BELOW = 0.9
/** Shares of less work than this are small steps of run time. */
const LEAST_WORK = 0.2
const HELD_WITHIN_K = 0.5
const LEAST_RECOVERY_MINUTES = 5
const LEAST_DOOR_SHARE = 0.01
/** Where nothing is known yet. */
const USUAL_STARTS_PER_HOUR = 3
/** What a healthy device does now and then is no loss: limits lie at least so many standard deviations away. */
const USUAL_DEVIATIONS = 4
/** A probe with steps is off by a step over √12, and so is another one. */
const STEP_DEVIATION = 0.29
/** Figures move by so much of themselves, one way or the other, per kelvin by which the set point was moved. */
const SHARE_PER_SETPOINT_K = 0.04
const LEAST_SETPOINT_MOVE_K = 0.3
/** K by which the air leaves its band for each time more than usual that customers have the door open. */
const K_PER_BUSY_DOOR = 0.3
const MOST_BUSY = 3
/** Where the controller does not say its set point, a night set-back of 2 K looks the same. */
const HIDDEN_SETBACK_K = 0.5
/** A coil that has less to do than usual is off by this much of what it does not do, one way or the other. */
const SHARE_PER_IDLE = 0.5
/** Two probes agree no better, K. */
const PROBES_AGREE_K = 0.05
/** A blocked coil can be several times as far from the air. */
const LARGEST_RISE = 4
/** A door that is open most of the time was left open. */
const HARDLY_CLOSED = 0.85

/**
 * The indicators that a device has, in the order of the table, each with its points. `x` is
 * - deviation: K from the control band beyond what is usual · run_ratio: share above the expected
 * - starts: per hour above the expected · superheat: K off the expected
 * - recovery, pull_down, door, energy: ratio to the expected, a recovery being expected to take at least 5 min and a
 *   door to be open at least 1 % of the time
 * - coil_difference: share by which it is off; where a device has superheat as well, the one with fewer points counts
 *
 * Points go from 100 at one limit to 0 at another. Where healthy days scatter so much, here and now, that four
 * standard deviations reach beyond the first limit, both are moved out by what is missing: by the scatter of the
 * baseline, by what its line is unsure of this far from its days, by the steps of the probe, and by what harmless changes
 * do: a moved set point or one that is not known, a busy door, less work than usual. An indicator of which not even half
 * of the points can be lost then is unmeasurable and does not count.
 */
export function scoreIndicators(comparison: Comparison): ScoredIndicators {
  const { zone, measured, baseline } = comparison
  const isSteady = baseline !== null && baseline.control !== 'on_off'
  const scores: IndicatorScore[] = []
  const unmeasurable: HealthIndicator[] = []
  for (const indicator of healthIndicators) {
    if (!isJudgedBy(zone, indicator)) continue
    const isOther = isSteady && startStopIndicators.has(indicator)
    const found = isOther ? 'unmeasurable' : scorers[indicator](measured, comparison)
    if (found === 'unmeasurable') unmeasurable.push(indicator)
    else if (found !== null) scores.push({ indicator, ...found })
  }
  const coil = scores.find(({ indicator }) => indicator === 'coil_difference')
  const superheat = scores.find(({ indicator }) => indicator === 'superheat')
  if (!coil || !superheat) return { scores, unmeasurable }
  const spare = superheat.points < coil.points ? coil : superheat
  return { scores: scores.filter((one) => one !== spare), unmeasurable }
}

/** The air is as close to its band as it usually is, so that running less than expected is no loss. */
export function isHeld(comparison: Comparison): boolean {
  const { deviationK } = comparison.measured
  return Math.abs(deviationK ?? 0) - usualDeviationK(comparison) <= HELD_WITHIN_K
}

function isMetered({ measured, baseline }: Comparison): boolean {
  return (measured.energyKwh ?? null) !== null && (baseline?.energyKwh ?? null) !== null
}

function usualDeviationK({ baseline, outdoorC }: Comparison): number {
  const usual = baseline?.deviationK ?? null
  return usual === null ? 0 : Math.max(0, expectedAt(usual, outdoorC))
}

export function isJudgedBy(zone: TemperatureZone, indicator: HealthIndicator): boolean {
  return zone !== 'HOT' || hotIndicators.has(indicator)
}

type Points = Omit<IndicatorScore, 'indicator'>
type Scorer = (measured: MeasuredHealth, comparison: Comparison) => Points | 'unmeasurable' | null

const scorers: Readonly<Record<HealthIndicator, Scorer>> = {
  deviation: (measured, comparison) => {
    const { deviationK, setpointC } = measured
    if (deviationK === null) return null
    const { zone, baseline, outdoorC } = comparison
    const usual = baseline?.deviationK ?? null
    const busy = comparison.isBusiest === true ? MOST_BUSY : busierThanUsual(measured, baseline)
    const isTowardsRoom = zone === 'HOT' ? deviationK < 0 : deviationK > 0
    const x = Math.max(0, Math.abs(deviationK) - usualDeviationK(comparison))
    const noise = Math.hypot(
      usual === null ? 0 : scatterAt(usual, outdoorC),
      STEP_DEVIATION * (baseline?.stepK ?? 0),
      isTowardsRoom ? K_PER_BUSY_DOOR * busy : 0,
      baseline === null || (setpointC ?? null) !== null ? 0 : HIDDEN_SETBACK_K,
    )
    return judged({ x, distance: x, side: Math.sign(deviationK), good: 0.5, bad: 4, noise, reach: Infinity })
  },
  recovery: ({ recoveryMinutes }, comparison) =>
    ratio(
      recoveryMinutes,
      usualOf('recoveryMinutes', comparison, LEAST_RECOVERY_MINUTES),
      0.25,
      1.5,
      Infinity,
    ),
  run_ratio: (measured, comparison) => {
    const { runRatio } = measured
    const usual = usualOf('runRatio', comparison)
    if ((runRatio ?? null) === null || usual === null) return null
    const now = runRatio as number
    const x = now - usual.expected
    const { noise, expected } = usual
    const stops = expected < STOPS_BELOW
    // where no energy is compared, run time stands for it
    const work = Math.max(LEAST_WORK, expected)
    const good = isMetered(comparison) ? 0.06 : Math.min(0.06, 0.08 * work)
    const bad = isMetered(comparison) ? 0.3 : Math.min(0.3, 0.5 * work)
    const up = judged({ x, distance: x, side: 1, good, bad, noise, reach: stops ? Infinity : 0 })
    // who needs to run less for the same temperature has less to do
    const low = judged({ x, distance: -x, side: -1, good: 0.1, bad: 0.4, noise, reach: expected })
    const isAtTheEnd = now > NO_CAPACITY_LEFT && expected + USUAL_DEVIATIONS * noise < NO_CAPACITY_LEFT
    const held = { points: 100, free: up === 'unmeasurable' ? good : up.free }
    const down = isHeld(comparison) && low !== 'unmeasurable' ? { ...low, ...held } : low
    if (up === 'unmeasurable') return down
    if (stops && isAtTheEnd) return { ...up, points: 0 }
    return down === 'unmeasurable' || x > 0 ? up : down
  },
  starts: ({ startsPerHour, periodSeconds }, comparison) => {
    if ((startsPerHour ?? null) === null) return null
    const usual = usualOf('startsPerHour', comparison) ?? { expected: USUAL_STARTS_PER_HOUR, noise: 0 }
    const x = (startsPerHour as number) - usual.expected
    // Of a start at every other poll nothing is seen of what is more often.
    const reach = 1800 / periodSeconds - usual.expected
    return judged({ x, distance: x, side: 1, good: 3, bad: 9, noise: usual.noise, reach })
  },
  pull_down: ({ pullDownKPerMinute }, comparison) =>
    ratio(pullDownKPerMinute, usualOf('pullDownKPerMinute', comparison), -0.15, -0.55, 1),
  coil_difference: ({ coilDifferenceK }, comparison) => {
    const usual = usualOf('coilDifferenceK', comparison)
    if ((coilDifferenceK ?? null) === null || usual === null || usual.expected <= 0) return null
    const off = (coilDifferenceK as number) / usual.expected - 1
    const steps = STEP_DEVIATION * Math.SQRT2 * (comparison.baseline?.stepK ?? 0)
    const ofProbes = Math.hypot(usual.noise, steps, PROBES_AGREE_K) / usual.expected
    const noise = Math.hypot(ofProbes, SHARE_PER_IDLE * idleShare(comparison))
    const x = Math.abs(off)
    const reach = off > 0 ? LARGEST_RISE : 1
    return judged({ x, distance: x, side: Math.sign(off), good: 0.15, bad: 0.6, noise, reach })
  },
  superheat: ({ superheatK }, comparison) => {
    const usual = usualOf('superheatK', comparison)
    if ((superheatK ?? null) === null || usual === null) return null
    const off = (superheatK as number) - usual.expected
    const x = Math.abs(off)
    return judged({
      x,
      distance: x,
      side: Math.sign(off),
      good: 3,
      bad: 10,
      noise: usual.noise,
      reach: Infinity,
    })
  },
  door: ({ doorShare }, comparison) =>
    ratio(doorShare, usualOf('doorShare', comparison, LEAST_DOOR_SHARE), 0.5, 3, Infinity),
  energy: ({ energyKwh }, comparison) => ratio(energyKwh, usualOf('energyKwh', comparison), 0.08, 0.5, 1),
}

type Compared = {
  [Figure in keyof HealthBaseline]-?: HealthBaseline[Figure] extends Expectation | null ? Figure : never
}[keyof HealthBaseline]
const movedBySetpoint: ReadonlySet<Compared> = new Set([
  'recoveryMinutes',
  'runRatio',
  'startsPerHour',
  'pullDownKPerMinute',
  'coilDifferenceK',
  'energyKwh',
])

/** Shares by which figures move for each time more than usual that customers have the door open; most what a defrost leaves. */
const sharePerBusyDoor: Readonly<Partial<Record<Compared, number>>> = {
  recoveryMinutes: 0.3,
  runRatio: 0.06,
  pullDownKPerMinute: 0.06,
  coilDifferenceK: 0.06,
  energyKwh: 0.06,
}

interface Usual {
  readonly expected: number
  readonly noise: number
}

function usualOf(
  figure: Compared,
  { measured, baseline, outdoorC }: Comparison,
  least = Number.NEGATIVE_INFINITY,
): Usual | null {
  const expectation = baseline?.[figure] ?? null
  if (expectation === null || baseline === null) return null
  const expected = expectedAt(expectation, outdoorC)
  const moved = movedBySetpoint.has(figure) ? setpointMove(measured.setpointC, baseline.setpointC) : 0
  const byDoors = (sharePerBusyDoor[figure] ?? 0) * busierThanUsual(measured, baseline)
  return {
    expected: Math.max(least, expected),
    noise: Math.hypot(
      scatterAt(expectation, outdoorC),
      SHARE_PER_SETPOINT_K * moved * expected,
      byDoors * expected,
    ),
  }
}

/** Share of its usual work that the compressor does not do. */
function idleShare(comparison: Comparison): number {
  const { runRatio } = comparison.measured
  const usual = usualOf('runRatio', comparison)
  if ((runRatio ?? null) === null || usual === null || usual.expected <= 0) return 0
  return Math.max(0, 1 - (runRatio as number) / usual.expected)
}

/** By how many times its usual time a door is open more than usual, of one that people still close. */
function busierThanUsual({ doorShare }: MeasuredHealth, baseline: HealthBaseline | null): number {
  const usual = baseline?.doorShare?.typical ?? 0
  const now = doorShare ?? 0
  if (usual <= 0 || now >= HARDLY_CLOSED) return 0
  return Math.min(MOST_BUSY, Math.max(0, now / Math.max(LEAST_DOOR_SHARE, usual) - 1))
}

function setpointMove(nowC: number | null | undefined, thenC: number | null): number {
  const moved = Math.abs((nowC ?? Number.NaN) - (thenC ?? Number.NaN))
  return moved >= LEAST_SETPOINT_MOVE_K ? moved : 0
}

/** A line that was drawn too far from its days can come to nothing: then there is nothing to compare with. */
function ratio(
  measured: number | null | undefined,
  usual: Usual | null,
  good: number,
  bad: number,
  reach: number,
): Points | 'unmeasurable' | null {
  if ((measured ?? null) === null || usual === null || usual.expected <= 0) return null
  const x = (measured as number) / usual.expected
  // Distances from 1, so that a ratio that should not fall and one that should not rise are the same.
  const side = Math.sign(bad)
  return judged({
    x,
    distance: side * (x - 1),
    side,
    good: Math.abs(good),
    bad: Math.abs(bad),
    noise: usual.noise / usual.expected,
    reach,
  })
}

/**
 * Points of a distance that grows as things get worse, its limits moved out beyond what is usual.
 * @param of `side`: where it lies when the distance is positive; `reach`: the furthest that it can get
 */
function judged(of: {
  readonly x: number
  readonly distance: number
  readonly side: number
  readonly good: number
  readonly bad: number
  readonly noise: number
  readonly reach: number
}): Points | 'unmeasurable' {
  const { x, distance, side, good, bad, noise, reach } = of
  const by = Math.max(0, USUAL_DEVIATIONS * noise - good)
  if ((good + bad) / 2 + by > reach) return 'unmeasurable'
  const points = 100 * Math.min(1, Math.max(0, (bad + by - distance) / (bad - good)))
  return { x, points, free: good + by, effect: (side * distance) / bad, noise: noise / bad }
}
