/** The middle value, of an even number the mean of the two in the middle; null of none. */
export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = Float64Array.from(values).sort()
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
export function weightedQuantile(values: Float64Array, weights: Float64Array, share: number): number | null {
  const order: number[] = []
  let total = 0
  for (let index = 0; index < weights.length; index++) {
    if ((weights[index] as number) <= 0) continue
    order.push(index)
    total += weights[index] as number
  }
  order.sort((a, b) => (values[a] as number) - (values[b] as number))
  let sum = 0
  for (const index of order) {
    sum += weights[index] as number
    if (sum >= share * total) return values[index] as number
  }
  return order.length === 0 ? null : (values[order.at(-1) as number] as number)
}
