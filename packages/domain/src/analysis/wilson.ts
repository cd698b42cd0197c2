/** The two ends of an interval that holds the truth in 95 of 100 cases. */
export interface Interval {
  readonly low: number
  readonly high: number
}

/** Standard deviations of a normal spread on either side that hold 95 % of it. */
export const Z_95 = 1.959964

/** Of a share, after Wilson (1927). @param of must not be 0 */
export function wilson(count: number, of: number): Interval {
  const share = count / of
  const square = (Z_95 * Z_95) / of
  const middle = share + square / 2
  const half = Z_95 * Math.sqrt((share * (1 - share)) / of + square / of / 4)
  return {
    low: Math.max(0, (middle - half) / (1 + square)),
    high: Math.min(1, (middle + half) / (1 + square)),
  }
}
