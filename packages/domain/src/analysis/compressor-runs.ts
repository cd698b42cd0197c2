import type { Series, Window } from '../points/series'
import { mergePeriods, type Period } from '../time/period'
import { median } from './median'

/** What the runs of a compressor, or of a heater, outside the mask show; null where none shows it. */
export interface CompressorRuns {
  readonly starts: number
  /** Median over the runs; positive where the air gets colder. */
  readonly pullDownKPerMinute: number | null
  readonly coilDifferenceK: number | null
  readonly superheatK: number | null
}

/** Readings `from` to `to` of the compressor, both included, that say on. */
interface Run {
  readonly from: number
  readonly to: number
}

/** State points are read as 0 or 1. */
const ON = 0.5
const MINUTE_MS = 60_000
const SHORTEST_RUN_MS = 4 * MINUTE_MS
/** The coil takes so long to get cold. */
const SETTLING_MS = 2 * MINUTE_MS
/** Fewer readings are no median worth comparing. */
const LEAST_SETTLED = 3
const HELD_PERIODS = 2

/**
 * A run is a row of readings of "on", none further from the next than two poll periods and none in the mask.
 * Its pull-down goes from its first to its last reading, both taken while it runs; less than 4 minutes show
 * nothing. The coil and the superheat are looked at from 2 minutes after the first reading on. Points that
 * are polled one after another are read together: of another point the nearest reading within half a poll
 * period counts.
 */
export function compressorRuns(
  readings: {
    readonly compressor: Series
    readonly air: Series
    readonly evaporator: Series | null
    readonly superheat: Series | null
  },
  mask: readonly Period[],
  window: Window,
): CompressorRuns {
  const { timesMs } = readings.compressor
  const { periodSeconds } = window
  const { runs, starts } = findRuns(readings.compressor, mask, window)
  const air = alignedTo(timesMs, readings.air, periodSeconds)
  const evaporator = alignedTo(timesMs, readings.evaporator, periodSeconds)
  const superheat = alignedTo(timesMs, readings.superheat, periodSeconds)
  const rates: number[] = []
  const differences: number[] = []
  const superheats: number[] = []
  for (const run of runs) {
    push(rates, pullDown(run, timesMs, air))
    for (let index = run.from; index <= run.to; index++) {
      if ((timesMs[index] as number) - (timesMs[run.from] as number) < SETTLING_MS) continue
      push(differences, (air[index] as number) - (evaporator[index] as number))
      push(superheats, superheat[index] as number)
    }
  }
  return {
    starts,
    pullDownKPerMinute: median(rates),
    coilDifferenceK: differences.length < LEAST_SETTLED ? null : median(differences),
    superheatK: superheats.length < LEAST_SETTLED ? null : median(superheats),
  }
}

/** A start is seen where a reading of "on" follows one of "off". */
function findRuns(
  compressor: Series,
  mask: readonly Period[],
  window: Window,
): { runs: Run[]; starts: number } {
  const { timesMs, values } = compressor
  const { startAt, endAt } = window.period
  const longestGapMs = HELD_PERIODS * window.periodSeconds * 1000
  const holes = mergePeriods([...mask, ...window.excluded])
  const runs: Run[] = []
  let hole = 0
  let starts = 0
  let from = -1
  let last = -1
  const breakOff = () => {
    if (from >= 0) runs.push({ from, to: last })
    from = -1
    last = -1
  }
  for (let index = 0; index < timesMs.length; index++) {
    const at = timesMs[index] as number
    if (at < startAt || at >= endAt || Number.isNaN(values[index])) continue
    while (hole < holes.length && (holes[hole] as Period).endAt <= at) hole++
    const isInHole = hole < holes.length && (holes[hole] as Period).startAt <= at
    if (isInHole || (last >= 0 && at - (timesMs[last] as number) > longestGapMs)) breakOff()
    if (isInHole) continue
    const isOn = (values[index] as number) >= ON
    if (isOn && last >= 0 && (values[last] as number) < ON) starts++
    if (!isOn) breakOff()
    else if (from < 0) from = index
    last = index
  }
  breakOff()
  return { runs, starts }
}

/** K/min from the first to the last reading of the air in a run; NaN where they are too close. */
function pullDown(run: Run, timesMs: ArrayLike<number>, air: Float64Array): number {
  let { from, to } = run
  while (from < to && Number.isNaN(air[from])) from++
  while (to > from && Number.isNaN(air[to])) to--
  const lengthMs = (timesMs[to] as number) - (timesMs[from] as number)
  if (lengthMs < SHORTEST_RUN_MS) return Number.NaN
  return (((air[from] as number) - (air[to] as number)) * MINUTE_MS) / lengthMs
}

/** The series at other instants, both ascending: its nearest reading, NaN where none is within half a poll period. */
function alignedTo(timesMs: ArrayLike<number>, series: Series | null, periodSeconds: number): Float64Array {
  const aligned = new Float64Array(timesMs.length).fill(Number.NaN)
  if (series === null || series.timesMs.length === 0) return aligned
  const withinMs = periodSeconds * 500
  const last = series.timesMs.length - 1
  let near = 0
  for (let index = 0; index < aligned.length; index++) {
    const at = timesMs[index] as number
    let apartMs = Math.abs((series.timesMs[near] as number) - at)
    while (near < last) {
      const nextMs = Math.abs((series.timesMs[near + 1] as number) - at)
      if (nextMs > apartMs) break
      near++
      apartMs = nextMs
    }
    if (apartMs <= withinMs) aligned[index] = series.values[near] as number
  }
  return aligned
}

function push(values: number[], value: number): void {
  if (!Number.isNaN(value)) values.push(value)
}
