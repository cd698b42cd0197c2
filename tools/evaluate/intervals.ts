import { type Interval, Z_95 } from '@coldkeep/domain/analysis/wilson'

/** Of the mean of a Poisson count, after Byar (Breslow and Day 1987). */
export function byar(count: number): Interval {
  const end = (n: number, sign: number) => n * (1 - 1 / (9 * n) + (sign * Z_95) / (3 * Math.sqrt(n))) ** 3
  return { low: count === 0 ? 0 : end(count, -1), high: end(count + 1, 1) }
}
