import type { Series, Window } from '../points/series'
import { mergePeriods, type Period } from '../time/period'
import { median } from './median'

/** What the runs of a compressor, or of a heater, outside the mask show; null where too little shows it. */
export interface CompressorRuns {
  readonly starts: number
  /** Over all runs together; positive where the air gets colder. */
  readonly pullDownKPerMinute: number | null
  readonly coilDifferenceK: number | null
  readonly superheatK: number | null
  /** Air above evaporator at the end of a rest, median over the rests, those after defrosts included. */
  readonly restDifferenceK: number | null
}

/** Readings `from` to `to` of the compressor, both included, that say on. */
interface Run {
  readonly from: number
  readonly to: number
}

/** State points are read as 0 or 1. */
const ON = 0.5
const MINUTE_MS = 60_000
/** What a poll sees of a shorter run is chance: where in it the poll fell. */
const LEAST_READINGS_OF_RUN = 3
const SHORTEST_RUN_MS = 4 * MINUTE_MS
/** The coil takes so long to get cold. */
const SETTLING_MS = 2 * MINUTE_MS
/** Fewer readings in a day are one step of the sensor away from another figure. */
const LEAST_READINGS = 12
/** Coil and air come together in a rest, but not at once. */
const LEAST_READINGS_OF_REST = 2
const HELD_PERIODS = 2

/**
 * A run is a row of readings that say on, none further from the next than two poll periods and none in the mask; runs
 * of fewer than three readings or less than 4 minutes tell nothing. The pull-down is how far the air falls from the
 * first to the last reading of the runs, all together, over the minutes in between. The coil and the superheat are
 * means from 2 minutes after the first reading on. Each needs a dozen readings. Points that are polled one after
 * another are read together: of another point the nearest reading within half a poll period counts.
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
  const fall = { sum: 0, minutes: 0, readings: 0 }
  const difference = { sum: 0, readings: 0 }
  const heat = { sum: 0, readings: 0 }
  for (const run of runs) {
    if (run.to - run.from + 1 < LEAST_READINGS_OF_RUN) continue
    addPullDown(fall, run, timesMs, air)
    for (let index = run.from; index <= run.to; index++) {
      if ((timesMs[index] as number) - (timesMs[run.from] as number) < SETTLING_MS) continue
      add(difference, (air[index] as number) - (evaporator[index] as number))
      add(heat, superheat[index] as number)
    }
  }
  return {
    starts,
    pullDownKPerMinute: fall.readings < LEAST_READINGS ? null : fall.sum / fall.minutes,
    coilDifferenceK: meanOf(difference),
    superheatK: meanOf(heat),
    restDifferenceK: restDifference(readings.compressor, air, evaporator, window),
  }
}

function restDifference(
  { timesMs, values }: Series,
  air: Float64Array,
  evaporator: Float64Array,
  { period: { startAt, endAt } }: Window,
): number | null {
  const differences: number[] = []
  let resting = 0
  for (let index = 0; index < timesMs.length; index++) {
    const at = timesMs[index] as number
    if (at < startAt || at >= endAt || Number.isNaN(values[index])) continue
    const isOn = (values[index] as number) >= ON
    const differenceK = (air[index - 1] as number) - (evaporator[index - 1] as number)
    if (isOn && resting >= LEAST_READINGS_OF_REST && !Number.isNaN(differenceK)) differences.push(differenceK)
    resting = isOn ? 0 : resting + 1
  }
  return differences.length < LEAST_READINGS ? null : median(differences)
}

/** A start is seen where a reading that says on follows one that says off. */
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

/** How far the air falls from its first to its last reading in a run, and how long that took. */
function addPullDown(
  fall: { sum: number; minutes: number; readings: number },
  run: Run,
  timesMs: ArrayLike<number>,
  air: Float64Array,
): void {
  let { from, to } = run
  while (from < to && Number.isNaN(air[from])) from++
  while (to > from && Number.isNaN(air[to])) to--
  const lengthMs = (timesMs[to] as number) - (timesMs[from] as number)
  if (lengthMs < SHORTEST_RUN_MS) return
  fall.sum += (air[from] as number) - (air[to] as number)
  fall.minutes += lengthMs / MINUTE_MS
  fall.readings += to - from + 1
}

interface Sum {
  sum: number
  readings: number
}

function add(to: Sum, value: number): void {
  if (Number.isNaN(value)) return
  to.sum += value
  to.readings++
}

function meanOf({ sum, readings }: Sum): number | null {
  return readings < LEAST_READINGS ? null : sum / readings
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
