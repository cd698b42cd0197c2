/** The two ends of an interval that holds the truth in 95 of 100 cases. */
export interface Interval {
  readonly low: number
  readonly high: number
}

const Z = 1.959964

/** Of a share, after Wilson (1927). @param of must not be 0 */
export function wilson(count: number, of: number): Interval {
  const share = count / of
  const square = (Z * Z) / of
  const middle = share + square / 2
  const half = Z * Math.sqrt((share * (1 - share)) / of + square / of / 4)
  return {
    low: Math.max(0, (middle - half) / (1 + square)),
    high: Math.min(1, (middle + half) / (1 + square)),
  }
}

/** Of the mean of a Poisson count, after Byar (Breslow and Day 1987). */
export function byar(count: number): Interval {
  const end = (n: number, sign: number) => n * (1 - 1 / (9 * n) + (sign * Z) / (3 * Math.sqrt(n))) ** 3
  return { low: count === 0 ? 0 : end(count, -1), high: end(count + 1, 1) }
}
