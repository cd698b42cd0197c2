/**
 * Runs the work several times, the first time unmeasured, and gives how often it ran per second of processor time, so
 * that what else the machine does counts less.
 */
export function ratePerSecond(
  work: () => void,
  of: { readonly repeats: number; readonly rounds?: number },
): number[] {
  const rates: number[] = []
  for (let round = -1; round < (of.rounds ?? 7); round++) {
    const before = process.cpuUsage()
    for (let repeat = 0; repeat < of.repeats; repeat++) work()
    const { user, system } = process.cpuUsage(before)
    if (round >= 0) rates.push((of.repeats * 1_000_000) / (user + system))
  }
  return rates
}

/** The time that the given share of the times does not exceed; `NaN` without any. */
export function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}
