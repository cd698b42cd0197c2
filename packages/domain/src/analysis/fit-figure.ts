import { median } from './median'

/** What a figure is expected to be at an outdoor temperature: a straight line, level where nothing shows a slope. */
export interface Expectation {
  readonly atZero: number
  readonly perKelvin: number
  /** Median of the days: what is expected where the outdoor temperature is not known. */
  readonly typical: number
  /** Standard deviation of the days around it: what is within a few of it is nothing new. */
  readonly scatter: number
  /** Where its days lay outdoors, and how unsure the slope is: away from there it knows less. */
  readonly meanC: number | null
  readonly slopeError: number
}

export interface ValueOfDay {
  readonly outdoorC: number | null
  readonly value: number
}

/** Standard deviation of a normal spread over its median absolute deviation. */
const DEVIATION_PER_MAD = 1.4826
/** Days that differ less outdoors show no slope, only noise. */
const LEAST_SPAN_K = 3

/**
 * Fits a level, or a line over the outdoor temperature.
 *
 * What is known of a slope before any day is that it is about 0 with an error of `usualSlope` times the typical value
 * per kelvin; the line of least squares counts by what its own standard error makes it worth against that. So a sure
 * slope is taken as it is, an unsure one hardly, and how unsure what was taken is belongs to the result.
 * @param usualSlope share of the typical value per kelvin, 0 for what is the same in any weather
 */
export function fitFigure(days: readonly ValueOfDay[], usualSlope: number): Expectation | null {
  const typical = median(days.map(({ value }) => value))
  if (typical === null) return null
  const pairs = days.flatMap(({ outdoorC, value }) => (outdoorC === null ? [] : [{ outdoorC, value }]))
  const prior = usualSlope * Math.abs(typical)
  const level = { atZero: typical, perKelvin: 0, typical, meanC: null, slopeError: 0 }
  const line = prior > 0 && pairs.length > 2 ? fitLine(pairs, prior, typical) : null
  const fitted = line ?? level
  const residuals = days.map(({ outdoorC, value }) => value - expectedAt(fitted, outdoorC))
  return { ...fitted, typical, scatter: spreadOf(residuals, fitted.perKelvin === 0 ? 1 : 2) }
}

/** What is expected at a mean outdoor temperature of the last 24 hours, or, where it is not known, what is typical. */
export function expectedAt(
  { atZero, perKelvin, typical }: Pick<Expectation, 'atZero' | 'perKelvin' | 'typical'>,
  outdoorC: number | null,
): number {
  return outdoorC === null ? typical : atZero + perKelvin * outdoorC
}

/** How far a healthy day scatters around what is expected there: more, the further it is from the days that are known. */
export function scatterAt({ scatter, meanC, slopeError }: Expectation, outdoorC: number | null): number {
  if (outdoorC === null || meanC === null) return scatter
  return Math.hypot(scatter, slopeError * (outdoorC - meanC))
}

/**
 * Standard deviation of residuals, by the larger of two measures: their median amount, which a few odd days do not
 * move but which is 0 where most days are alike to the last digit, and their root mean square without the largest.
 * @param fitted how many numbers were taken from the same days
 */
export function spreadOf(residuals: readonly number[], fitted: number): number {
  const amounts = residuals.map(Math.abs).sort((a, b) => a - b)
  const usual = amounts.slice(0, -1)
  const free = usual.length - fitted
  const squares = usual.reduce((sum, amount) => sum + amount ** 2, 0)
  return Math.max(DEVIATION_PER_MAD * (median(amounts) ?? 0), free > 0 ? Math.sqrt(squares / free) : 0)
}

function fitLine(
  pairs: readonly { readonly outdoorC: number; readonly value: number }[],
  prior: number,
  typical: number,
): Pick<Expectation, 'atZero' | 'perKelvin' | 'typical' | 'meanC' | 'slopeError'> {
  const count = pairs.length
  const meanC = pairs.reduce((sum, { outdoorC }) => sum + outdoorC, 0) / count
  const meanValue = pairs.reduce((sum, { value }) => sum + value, 0) / count
  let [squares, products, lowestC, highestC] = [0, 0, meanC, meanC]
  for (const { outdoorC, value } of pairs) {
    squares += (outdoorC - meanC) ** 2
    products += (outdoorC - meanC) * (value - meanValue)
    lowestC = Math.min(lowestC, outdoorC)
    highestC = Math.max(highestC, outdoorC)
  }
  if (highestC - lowestC < LEAST_SPAN_K)
    return { atZero: typical, perKelvin: 0, typical, meanC, slopeError: prior }
  const slope = products / squares
  const left = pairs.reduce(
    (sum, { outdoorC, value }) => sum + (value - meanValue - slope * (outdoorC - meanC)) ** 2,
    0,
  )
  const error = Math.sqrt(left / (count - 2) / squares)
  const worth = prior ** 2 / (prior ** 2 + error ** 2)
  const perKelvin = worth * slope
  return {
    atZero: meanValue - perKelvin * meanC,
    perKelvin,
    typical,
    meanC,
    slopeError: Math.sqrt(worth) * error,
  }
}
