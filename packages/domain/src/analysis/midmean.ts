/** The mean of the middle half: a quarter of the values on either side may be anything. @param values at least one */
export function midmean(values: readonly number[]): number {
  const sorted = new Float64Array(values).sort()
  const cut = Math.floor(sorted.length / 4)
  const middle = sorted.subarray(cut, sorted.length - cut)
  return middle.reduce((sum, value) => sum + value, 0) / middle.length
}
