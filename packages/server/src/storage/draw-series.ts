import type { DeviceId, PointId } from '@coldkeep/domain/ids'
import { markGaps, thin } from '@coldkeep/domain/points/series'
import type { Period } from '@coldkeep/domain/time/period'
import { type StoredBytes, seriesOf } from './read-series'

/** What is to be drawn of the points of one device. */
export interface Drawing {
  readonly stored: StoredBytes
  readonly pointIds: readonly PointId[]
  readonly period: Period
  readonly periodSeconds: number
  readonly columns: number
}

/** Instants in epoch milliseconds, and values; NaN where readings are missing. */
export interface DrawnSeries {
  readonly pointId: PointId
  readonly timesMs: Float64Array<ArrayBuffer>
  readonly values: Float64Array<ArrayBuffer>
}

/** The series of the points in their order, with gaps marked, thinned to the columns. */
export function drawSeries({ stored, pointIds, period, periodSeconds, columns }: Drawing): DrawnSeries[] {
  const read = seriesOf(stored, {
    pointIds: new Map([[0 as DeviceId, pointIds]]),
    from: period.startAt,
    to: period.endAt,
  })
  return pointIds.map((pointId) => {
    const { timesMs, values } = read.get(pointId) ?? { timesMs: [], values: [] }
    const drawn = thin(markGaps({ timesMs, values }, periodSeconds), period, columns)
    return { pointId, timesMs: Float64Array.from(drawn.timesMs), values: Float64Array.from(drawn.values) }
  })
}
