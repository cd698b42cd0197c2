/** Whole percent of a job that have ended: a hundred only once all have. */
export function endedPercent(ended: number, total: number): number {
  return total === 0 ? 0 : Math.floor((100 * ended) / total)
}
