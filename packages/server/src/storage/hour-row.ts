import type { PointId, StoreId } from '@coldkeep/domain/ids'
import { type Quality, qualityGroup } from '@coldkeep/domain/points/reading'
import { heldMinutes } from '@coldkeep/domain/points/series'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import type { Width } from './exact-decimal'
import type { MergedReadings } from './merge-readings'
import { packSeries } from './packed-series'

/** One hour of one point as it is kept. Figures are of good readings alone; null where there is none. */
export interface HourRow {
  readonly storeId: StoreId
  readonly pointId: PointId
  readonly hour: EpochMs
  readonly count: number
  /** Each reading weighs as long as it stands: until the next one, at most two poll periods. */
  readonly average: number | null
  readonly lowest: number | null
  readonly highest: number | null
  readonly first: number | null
  readonly last: number | null
  /** Share 0 to 1 of the hour that good readings stand for. */
  readonly coverage: number
  readonly series: Uint8Array
}

export interface PointHour {
  readonly storeId: StoreId
  readonly pointId: PointId
  readonly hourMs: number
  readonly periodSeconds: number
  readonly width: Width
  /** Readings of the hour. */
  readonly readings: MergedReadings
  /** The last good reading before the hour, which reaches into it. */
  readonly before: { readonly atMs: number; readonly value: number } | null
}

const HOUR_MS = 3_600_000

export function hourRow(hour: PointHour): HourRow {
  const { readings, hourMs } = hour
  const good = goodOnly(readings)
  const timesMs = hour.before ? [hour.before.atMs, ...good.timesMs] : good.timesMs
  const values = hour.before ? [hour.before.value, ...good.values] : good.values
  const period = { startAt: epochMs(hourMs), endAt: epochMs(hourMs + HOUR_MS) }
  const held = heldMinutes({ timesMs, values }, { period, periodSeconds: hour.periodSeconds, excluded: [] })
  let minutes = 0
  let sum = 0
  for (let i = 0; i < held.length; i++) {
    minutes += held[i] ?? 0
    sum += (held[i] ?? 0) * (values[i] ?? 0)
  }
  const isAllGood = readings.quality.every((code) => code === 0)
  const quality = isAllGood ? null : readings.quality
  return {
    storeId: hour.storeId,
    pointId: hour.pointId,
    hour: epochMs(hourMs),
    count: good.values.length,
    average: minutes > 0 ? sum / minutes : null,
    lowest: good.values.length > 0 ? good.values.reduce((a, b) => Math.min(a, b)) : null,
    highest: good.values.length > 0 ? good.values.reduce((a, b) => Math.max(a, b)) : null,
    first: good.values[0] ?? null,
    last: good.values.at(-1) ?? null,
    coverage: Math.min(1, minutes / 60),
    series: packSeries({ timesMs: readings.timesMs, values: readings.values, quality }, hourMs, hour.width),
  }
}

/** Readings that figures may use. */
export function goodOnly(readings: MergedReadings): { timesMs: number[]; values: number[] } {
  const timesMs: number[] = []
  const values: number[] = []
  for (let i = 0; i < readings.timesMs.length; i++) {
    const value = readings.values[i] ?? Number.NaN
    if (Number.isNaN(value) || qualityGroup((readings.quality[i] ?? 0) as Quality) !== 'good') continue
    timesMs.push(readings.timesMs[i] ?? 0)
    values.push(value)
  }
  return { timesMs, values }
}
