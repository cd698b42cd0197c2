import type { LocalDate } from '../time/local-date'
import type { MeasuredHealth } from './health-indicators'
import { median } from './median'

/** One day of a device, as far as its baseline needs it. */
export interface HealthDay {
  readonly on: LocalDate
  readonly measured: MeasuredHealth
  /** Mean of the day; null where nobody measured it. */
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
}

/** How a device was when it was healthy. Null where too few days had the figure. */
export interface HealthBaseline {
  readonly runRatio: Expectation | null
  readonly pullDownKPerMinute: Expectation | null
  readonly coilDifferenceK: Expectation | null
  readonly energyKwh: Expectation | null
  readonly recoveryMinutes: number | null
  readonly doorShare: number | null
  /** Mean outdoor temperature of its days. */
  readonly outdoorC: number | null
}

const LEAST_DAYS = 14
const LEAST_COVERAGE = 0.9
/** A figure that fewer of the days have is not known. */
const LEAST_VALUES = 7
/** Days that differ less outdoors show no slope, only noise. */
const LEAST_SPAN_K = 3
const LEAST_PEERS = 5

type Figure = 'runRatio' | 'pullDownKPerMinute' | 'coilDifferenceK' | 'energyKwh'

/**
 * The baseline of a device from its first days (28 as a rule) after commissioning, or after a repair that was marked so; call it
 * once these days are over and keep what it returns, so that a slow fault cannot teach itself in. Run ratio, energy,
 * pull-down and coil difference follow the day's mean outdoor temperature by least squares; where that spans less
 * than 3 K, and where it is not known, they are level at their median.
 * @param days in any order; those without enough readings or with a breach are left out
 * @returns null where fewer than 14 days are left: wait for more
 */
export function freezeBaseline(days: readonly HealthDay[]): HealthBaseline | null {
  const usable = days.filter(isBaselineDay)
  if (usable.length < LEAST_DAYS) return null
  const single = (of: 'recoveryMinutes' | 'doorShare') => {
    const values = usable.map((day) => day.measured[of]).filter((value) => value !== null)
    return values.length < LEAST_VALUES ? null : median(values)
  }
  return {
    runRatio: fit(usable, 'runRatio'),
    pullDownKPerMinute: fit(usable, 'pullDownKPerMinute'),
    coilDifferenceK: fit(usable, 'coilDifferenceK'),
    energyKwh: fit(usable, 'energyKwh'),
    recoveryMinutes: single('recoveryMinutes'),
    doorShare: single('doorShare'),
    outdoorC: mean(usable.map((day) => day.outdoorC).filter((outdoorC) => outdoorC !== null)),
  }
}

/**
 * For a device that has no baseline yet: what is usual among healthy devices of its type. Each figure is the median of
 * the peers where their own days lay, with the median of their slopes.
 * @returns null with fewer than 5 peers
 */
export function baselineOfPeers(peers: readonly HealthBaseline[]): HealthBaseline | null {
  if (peers.length < LEAST_PEERS) return null
  const outdoorC = median(peers.map((peer) => peer.outdoorC).filter((value) => value !== null))
  const single = (of: 'recoveryMinutes' | 'doorShare') =>
    enough(peers.map((peer) => peer[of]).filter((value) => value !== null))
  const line = (of: Figure) => {
    const lines = peers.map((peer) => peer[of]).filter((value) => value !== null)
    const level = enough(lines.map((one) => expectedAt(one, outdoorC)))
    const perKelvin = median(lines.map((one) => one.perKelvin))
    const typical = median(lines.map((one) => one.typical))
    if (level === null || perKelvin === null || typical === null) return null
    return { atZero: level - perKelvin * (outdoorC ?? 0), perKelvin, typical }
  }
  return {
    runRatio: line('runRatio'),
    pullDownKPerMinute: line('pullDownKPerMinute'),
    coilDifferenceK: line('coilDifferenceK'),
    energyKwh: line('energyKwh'),
    recoveryMinutes: single('recoveryMinutes'),
    doorShare: single('doorShare'),
    outdoorC,
  }
}

/** What is expected at a mean outdoor temperature of the last 24 hours, or, where it is not known, what is typical. */
export function expectedAt(expectation: Expectation, outdoorC: number | null): number {
  if (outdoorC === null) return expectation.typical
  return expectation.atZero + expectation.perKelvin * outdoorC
}

/** True where a day may teach what healthy is: nearly all of it known, and the food safe. */
function isBaselineDay(day: HealthDay): boolean {
  return (day.measured.coverage ?? 0) >= LEAST_COVERAGE && !day.isBreach
}

function fit(days: readonly HealthDay[], of: Figure): Expectation | null {
  const values = days.map((day) => day.measured[of]).filter((value) => value !== null)
  const typical = values.length < LEAST_VALUES ? null : median(values)
  if (typical === null) return null
  const pairs = days.flatMap(({ outdoorC, measured }) => {
    const value = measured[of]
    return outdoorC === null || value === null ? [] : [{ outdoorC, value }]
  })
  const level: Expectation = { atZero: typical, perKelvin: 0, typical }
  return pairs.length < LEAST_VALUES ? level : (leastSquares(pairs, typical) ?? level)
}

/** @returns null where the temperatures are too much alike */
function leastSquares(
  pairs: readonly { readonly outdoorC: number; readonly value: number }[],
  typical: number,
): Expectation | null {
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
  return { atZero: meanValue - perKelvin * meanC, perKelvin, typical }
}

function enough(values: readonly number[]): number | null {
  return values.length < LEAST_PEERS ? null : median(values)
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}
