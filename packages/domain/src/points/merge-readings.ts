/** Readings of one point in time order; a missing value is NaN. */
export interface Readings {
  readonly timesMs: ArrayLike<number>
  readonly values: ArrayLike<number>
  readonly quality: Uint8Array | null
}

export interface MergedReadings {
  timesMs: number[]
  values: number[]
  quality: Uint8Array
}

/**
 * One series out of several of the same point, each instant once: of two readings at one instant that with a value
 * stays, else that of the earlier series.
 */
export function mergeReadings(all: readonly Readings[]): MergedReadings {
  const [only, ...others] = all
  if (only && others.length === 0) return copyOf(only)
  const rows = all.flatMap((readings, rank) =>
    Array.from({ length: readings.timesMs.length }, (_, i) => ({
      at: readings.timesMs[i] ?? 0,
      value: readings.values[i] ?? Number.NaN,
      code: readings.quality?.[i] ?? 0,
      rank,
    })),
  )
  rows.sort(
    (a, b) => a.at - b.at || Number(Number.isNaN(a.value)) - Number(Number.isNaN(b.value)) || a.rank - b.rank,
  )
  const once = rows.filter((row, i) => i === 0 || rows[i - 1]?.at !== row.at)
  return {
    timesMs: once.map((row) => row.at),
    values: once.map((row) => row.value),
    quality: Uint8Array.from(once, (row) => row.code),
  }
}

function copyOf(readings: Readings): MergedReadings {
  return {
    timesMs: Array.from(readings.timesMs),
    values: Array.from(readings.values),
    quality: readings.quality ?? new Uint8Array(readings.timesMs.length),
  }
}
