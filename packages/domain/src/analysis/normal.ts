/**
 * The share of a standard normal spread that lies at or below a value; after Abramowitz and Stegun, 26.2.17, good to
 * 7.5e-8. Far out the tail is that of the fraction 26.2.14, which stays right in proportion.
 */
export function normalAtMost(z: number): number {
  if (z > 0) return 1 - normalAtMost(-z)
  const x = -z
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)
  if (x > FAR_OUT) return density / fractionOf(x)
  const t = 1 / (1 + 0.2316419 * x)
  const series = [1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.31938153]
  return density * t * series.reduce((sum, factor) => sum * t + factor, 0)
}

const FAR_OUT = 3
const FRACTION_TERMS = 30

function fractionOf(x: number): number {
  let value = x
  for (let term = FRACTION_TERMS; term > 0; term--) value = x + term / value
  return value
}
