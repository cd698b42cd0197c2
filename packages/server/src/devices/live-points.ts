import type { PointId } from '@coldkeep/domain/ids'
import { isQuality, type Quality, quality } from '@coldkeep/domain/points/reading'
import { type EpochMs, seconds } from '@coldkeep/domain/time/instant'
import type { LatestCycle } from './device-queries'

export interface LiveValue {
  readonly value: number | null
  readonly quality: Quality
  readonly at: EpochMs
}

/** A value stands for at most this many poll periods; after that it is stale. */
const FRESH_PERIODS = 2

/** The last value of every point that was read; of a point in several lists the newest. */
export function liveValues(cycles: readonly LatestCycle[], now: EpochMs): Map<PointId, LiveValue> {
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
