import { normalAtMost } from './normal'

/** Up to so many the chance is counted; beyond, it is that of the normal distribution, which is as good there. */
const MOST_COUNTED = 20
const MOST_PAIRS = 20_000

/**
 * How probable it is that values of a group lie as high among those of others, or higher, where all are drawn alike: the
 * test of Mann and Whitney with one side, whatever the values are distributed like. Equal values count against the
 * group.
 * @param group at least one value
 * @param others at least one value
 */
export function chanceOfRanks(group: readonly number[], others: readonly number[]): number {
  const sorted = new Float64Array(others).sort()
  const [size, other] = [group.length, sorted.length]
  // pairs in which the other one is as high: the fewer, the higher the group lies
  const pairs = group.reduce((sum, value) => sum + atLeast(sorted, value), 0)
  if (size <= MOST_COUNTED && size * other <= MOST_PAIRS) return countedChance(size, other, pairs)
  const variance = (size * other * (size + other + 1)) / 12
  return normalAtMost((pairs + 0.5 - (size * other) / 2) / Math.sqrt(variance))
}

/** How many of the sorted values are as high as one, or higher. */
function atLeast(sorted: Float64Array, value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as number) < value) low = middle + 1
    else high = middle
  }
  return sorted.length - low
}

/**
 * The share of orders of all values with so many pairs or fewer. Orders by their pairs are the coefficients of a polynomial,
 * the product of (1 − q^(other + i)) / (1 − q^i) for i from 1 to `size`, of which those up to `pairs` are computed.
 */
function countedChance(size: number, other: number, pairs: number): number {
  const half = (size * other) / 2
  // from the other side there is less to add
  if (pairs > half)
    return 1 - (pairs >= size * other ? 0 : countedChance(size, other, size * other - pairs - 1))
  const orders = new Float64Array(pairs + 1)
  orders[0] = 1
  let all = 1
  for (let i = 1; i <= size; i++) {
    for (let k = pairs; k >= other + i; k--)
      orders[k] = (orders[k] as number) - (orders[k - other - i] as number)
    for (let k = i; k <= pairs; k++) orders[k] = (orders[k] as number) + (orders[k - i] as number)
    all = (all * (other + i)) / i
  }
  return orders.reduce((sum, count) => sum + count, 0) / all
}
