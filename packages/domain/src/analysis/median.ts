/** The middle value, of an even number the mean of the two in the middle; null of none. */
export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = new Float64Array(values).sort()
  const middle = sorted.length >> 1
  const upper = sorted[middle] as number
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2
}

/**
 * The lowest value that, together with all below it, holds at least a share of the weight.
 * @param weights of the values, not negative
 * @param share above 0 up to 1
 * @returns null where there is no weight
 */
export function weightedQuantile(
  values: readonly number[],
  weights: readonly number[],
  share: number,
): number | null {
  const order = values.map((_, index) => index).filter((index) => (weights[index] as number) > 0)
  order.sort((a, b) => (values[a] as number) - (values[b] as number))
  const total = order.reduce((sum, index) => sum + (weights[index] as number), 0)
  let sum = 0
  for (const index of order) {
    sum += weights[index] as number
    if (sum >= share * total) return values[index] as number
  }
  const last = order.at(-1)
  return last === undefined ? null : (values[last] as number)
}
