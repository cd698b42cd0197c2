import { forEachHeld, type Series } from '../points/series'

/**
 * What the readings of one point cover, in columns: reading k holds `values[k]` in [startsMs[k], endsMs[k]).
 */
interface HeldColumns {
  readonly startsMs: Float64Array
  readonly endsMs: Float64Array
  readonly values: Float64Array
  readonly count: number
}

/**
 * Visits the time from the first to the last holding of several points, cut wherever one of them changes:
 * between `fromMs` and `toMs` each holds one value, NaN where it is not covered by readings. Stretches follow
 * one another without a gap. The array of values is the same in every call, in the order of the series.
 */
export function forEachJointStretch(
  points: readonly Series[],
  periodSeconds: number,
  visit: (fromMs: number, toMs: number, values: Float64Array) => void,
): void {
  const columns = points.map((series) => heldColumns(series, periodSeconds))
  const cursors = new Int32Array(columns.length)
  const values = new Float64Array(columns.length)
  let fromMs = Number.POSITIVE_INFINITY
  for (const { startsMs, count } of columns) if (count > 0) fromMs = Math.min(fromMs, startsMs[0] as number)
  while (fromMs < Number.POSITIVE_INFINITY) {
    const toMs = takeValues(columns, cursors, fromMs, values)
    if (toMs === Number.POSITIVE_INFINITY) return
    visit(fromMs, toMs, values)
    fromMs = toMs
  }
}

/**
 * Fills in what each point holds at an instant.
 * @returns the next instant at which any of them changes
 */
function takeValues(
  columns: readonly HeldColumns[],
  cursors: Int32Array,
  atMs: number,
  values: Float64Array,
): number {
  let changesAtMs = Number.POSITIVE_INFINITY
  for (let point = 0; point < columns.length; point++) {
    const { startsMs, endsMs, values: held, count } = columns[point] as HeldColumns
    let cursor = cursors[point] as number
    while (cursor < count && (endsMs[cursor] as number) <= atMs) cursor++
    cursors[point] = cursor
    values[point] = Number.NaN
    if (cursor >= count) continue
    const startMs = startsMs[cursor] as number
    if (startMs <= atMs) values[point] = held[cursor] as number
    changesAtMs = Math.min(changesAtMs, startMs <= atMs ? (endsMs[cursor] as number) : startMs)
  }
  return changesAtMs
}

function heldColumns(series: Series, periodSeconds: number): HeldColumns {
  const startsMs = new Float64Array(series.timesMs.length)
  const endsMs = new Float64Array(series.timesMs.length)
  const values = new Float64Array(series.timesMs.length)
  let count = 0
  forEachHeld(series, periodSeconds, (index, startAt, endAt) => {
    startsMs[count] = startAt
    endsMs[count] = endAt
    values[count++] = series.values[index] as number
  })
  return { startsMs, endsMs, values, count }
}
