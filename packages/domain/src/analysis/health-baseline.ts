import type { LocalDate } from '../time/local-date'
import type { MeasuredHealth } from './health-indicators'
import { median } from './median'

/** One day of a device, as far as its baseline needs it. */
export interface HealthDay {
  readonly on: LocalDate
  readonly measured: MeasuredHealth
  /** Mean of the day; null where it was not measured. */
  readonly outdoorC: number | null
  /** The verdict on the product was a breach. */
  readonly isBreach: boolean
}

/** What a figure is expected to be at an outdoor temperature: a straight line, level where the days were all alike. */
export interface Expectation {
  readonly atZero: number
  readonly perKelvin: number
  /** Median of the days: what is expected where the outdoor temperature is not known. */
  readonly typical: number
  /** Standard deviation of the days around it: what is within a few of it is not unusual. */
  readonly scatter: number
}

const figures = [
  'runRatio',
  'pullDownKPerMinute',
  'coilDifferenceK',
  'energyKwh',
  'recoveryMinutes',
  'doorShare',
] as const satisfies readonly (keyof MeasuredHealth)[]
type Figure = (typeof figures)[number]
/** The others are what they are in any weather. */
const followsWeather: ReadonlySet<Figure> = new Set([
  'runRatio',
  'pullDownKPerMinute',
  'coilDifferenceK',
  'energyKwh',
])

/** How a device was when it was healthy. Null where too few days had the figure. */
export interface HealthBaseline extends Readonly<Record<Figure, Expectation | null>> {
  /** Mean outdoor temperature of its days. */
  readonly outdoorC: number | null
}

const LEAST_DAYS = 14
const LEAST_COVERAGE = 0.9
/** A figure that fewer of the days have is not known. */
const LEAST_VALUES = 7
/** Days that differ less outdoors show no slope, only noise. */
const LEAST_SPAN_K = 3
/** A slope counts when it is so many standard errors from level: an unsure one is worst where it is used most, afar. */
const SURE_SLOPE_ERRORS = 3
const LEAST_PEERS = 5
/** Standard deviation of a normal spread over its median absolute deviation. */
const DEVIATION_PER_MAD = 1.4826

/**
 * The baseline of a device from its first days (28 as a rule) after commissioning, or after a repair that was marked so; call it
 * once these days are over and keep what it returns, so that a slow fault cannot teach itself in. Run ratio, energy,
 * pull-down and coil difference follow the day's mean outdoor temperature by least squares; they are level at their
 * median where that spans less than 3 K or is not known, and where the slope is no more than noise. Recovery and door
 * are medians. Each comes with how far its days scattered.
 * @param days in any order; those without enough readings or with a breach are left out
 * @returns null where fewer than 14 days are left: wait for more
 */
export function freezeBaseline(days: readonly HealthDay[]): HealthBaseline | null {
  const usable = days.filter(isBaselineDay)
  if (usable.length < LEAST_DAYS) return null
  const outdoorC = mean(usable.map((day) => day.outdoorC).filter((value) => value !== null))
  return { ...each((figure) => fit(usable, figure)), outdoorC }
}

/**
 * For a device that has no baseline yet: what is usual among healthy devices of its type. Each figure is the median of
 * the peers where their own days lay, with the median of their slopes; it scatters as they do and as they differ.
 * @returns null with fewer than 5 peers
 */
export function baselineOfPeers(peers: readonly HealthBaseline[]): HealthBaseline | null {
  if (peers.length < LEAST_PEERS) return null
  const outdoorC = median(peers.map((peer) => peer.outdoorC).filter((value) => value !== null))
  return { ...each((figure) => ofPeers(peers, figure, outdoorC)), outdoorC }
}

/** What is expected at a mean outdoor temperature of the last 24 hours, or, where it is not known, what is typical. */
export function expectedAt(expectation: Expectation, outdoorC: number | null): number {
  if (outdoorC === null) return expectation.typical
  return expectation.atZero + expectation.perKelvin * outdoorC
}

/** True where a day may enter the baseline: nearly all of it known, and the food safe. */
function isBaselineDay(day: HealthDay): boolean {
  return (day.measured.coverage ?? 0) >= LEAST_COVERAGE && !day.isBreach
}

function each(of: (figure: Figure) => Expectation | null): Record<Figure, Expectation | null> {
  return Object.fromEntries(figures.map((figure) => [figure, of(figure)])) as Record<
    Figure,
    Expectation | null
  >
}

function fit(days: readonly HealthDay[], figure: Figure): Expectation | null {
  const known = days.flatMap(({ outdoorC, measured }) => {
    const value = measured[figure]
    return value === null ? [] : [{ outdoorC, value }]
  })
  const typical = median(known.map(({ value }) => value))
  if (typical === null || known.length < LEAST_VALUES) return null
  const line = followsWeather.has(figure) ? leastSquares(known) : null
  const level = { atZero: line?.atZero ?? typical, perKelvin: line?.perKelvin ?? 0, typical, scatter: 0 }
  return {
    ...level,
    scatter: spread(known.map(({ outdoorC, value }) => value - expectedAt(level, outdoorC))),
  }
}

function ofPeers(
  peers: readonly HealthBaseline[],
  figure: Figure,
  outdoorC: number | null,
): Expectation | null {
  const lines = peers.map((peer) => peer[figure]).filter((line) => line !== null)
  if (lines.length < LEAST_PEERS) return null
  const levels = lines.map((line) => expectedAt(line, outdoorC))
  const [level, perKelvin] = [median(levels), median(lines.map((line) => line.perKelvin))]
  const [typical, scatter] = [
    median(lines.map((line) => line.typical)),
    median(lines.map((line) => line.scatter)),
  ]
  if (level === null || perKelvin === null || typical === null || scatter === null) return null
  const apart = spread(levels.map((one) => one - level))
  return {
    atZero: level - perKelvin * (outdoorC ?? 0),
    perKelvin,
    typical,
    scatter: Math.hypot(scatter, apart),
  }
}

function spread(residuals: readonly number[]): number {
  return DEVIATION_PER_MAD * (median(residuals.map(Math.abs)) ?? 0)
}

/** @returns null where the temperatures are too much alike, or the values scatter too much, to show a slope */
function leastSquares(
  days: readonly { readonly outdoorC: number | null; readonly value: number }[],
): Pick<Expectation, 'atZero' | 'perKelvin'> | null {
  const pairs = days.flatMap(({ outdoorC, value }) => (outdoorC === null ? [] : [{ outdoorC, value }]))
  if (pairs.length < LEAST_VALUES) return null
  let lowestC = Number.POSITIVE_INFINITY
  let highestC = Number.NEGATIVE_INFINITY
  let sumC = 0
  let sum = 0
  for (const { outdoorC, value } of pairs) {
    lowestC = Math.min(lowestC, outdoorC)
    highestC = Math.max(highestC, outdoorC)
    sumC += outdoorC
    sum += value
  }
  if (highestC - lowestC < LEAST_SPAN_K) return null
  const meanC = sumC / pairs.length
  const meanValue = sum / pairs.length
  let squares = 0
  let products = 0
  for (const { outdoorC, value } of pairs) {
    squares += (outdoorC - meanC) ** 2
    products += (outdoorC - meanC) * (value - meanValue)
  }
  const perKelvin = products / squares
  const scatter = pairs.reduce(
    (total, { outdoorC, value }) => total + (value - meanValue - perKelvin * (outdoorC - meanC)) ** 2,
    0,
  )
  const standardError = Math.sqrt(scatter / (pairs.length - 2) / squares)
  if (Math.abs(perKelvin) < SURE_SLOPE_ERRORS * standardError) return null
  return { atZero: meanValue - perKelvin * meanC, perKelvin }
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}
