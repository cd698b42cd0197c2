import type { PointId } from '../ids'
import { type EpochMs, seconds } from '../time/instant'
import { isQuality, type Quality, quality } from './reading'

/** What one script reads from a device, with its last cycle; null where there was none. */
export interface LastCycle {
  readonly periodSeconds: number
  readonly valuePoints: readonly PointId[]
  readonly counterPoints: readonly PointId[]
  readonly at: EpochMs | null
  readonly values: readonly number[] | null
  readonly counters: readonly number[] | null
  /** A code for each value and counter; null: all are good. */
  readonly quality: Uint8Array | null
}

export interface LiveValue {
  readonly value: number | null
  readonly quality: Quality
  readonly at: EpochMs
}

/** A value is current for at most this many poll periods; after that it is stale. */
const FRESH_PERIODS = 2

/** The last value of every point that was read; of a point in several lists the newest. */
export function liveValues(cycles: readonly LastCycle[], now: EpochMs): Map<PointId, LiveValue> {
  const live = new Map<PointId, LiveValue>()
  for (const cycle of cycles) {
    const { at, values, counters } = cycle
    if (at === null || values === null || counters === null) continue
    const isStale = now - at > FRESH_PERIODS * seconds(cycle.periodSeconds)
    const points = [...cycle.valuePoints, ...cycle.counterPoints]
    const read = [...values, ...counters]
    for (const [index, pointId] of points.entries()) {
      const known = live.get(pointId)
      if (known !== undefined && known.at >= at) continue
      const code = qualityAt(cycle.quality, index)
      const value = read[index] ?? Number.NaN
      live.set(pointId, {
        value: Number.isNaN(value) ? null : value,
        quality: code === quality.good && isStale ? quality.stale : code,
        at,
      })
    }
  }
  return live
}

function qualityAt(codes: Uint8Array | null, index: number): Quality {
  const code = codes?.[index] ?? quality.good
  return isQuality(code) ? code : quality.format
}
