import {
  type AnalysedDevice,
  type AnalysedKind,
  type AnalysedStore,
  analysedKinds,
  type DeviceReadings,
  LEAD_MS,
  type StoreDay,
} from '@coldkeep/domain/analysis/store-day'
import type { DeviceId, PointId, StoreId } from '@coldkeep/domain/ids'
import type { Readings } from '@coldkeep/domain/points/merge-readings'
import { quality } from '@coldkeep/domain/points/reading'
import type { Series } from '@coldkeep/domain/points/series'
import { type EpochMs, epochMs, hours, later } from '@coldkeep/domain/time/instant'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import type { Period } from '@coldkeep/domain/time/period'
import { dayPeriod } from '@coldkeep/domain/time/store-calendar'
import type { Db } from '../db/connect'
import { figuresAt } from '../settings/figures-at'
import { unpackDevice } from '../storage/device-block'
import { selectPackedHours, selectPointLists } from '../storage/hour-queries'
import { ALWAYS_SCANS_MS } from '../storage/read-samples'
import { joinReadings } from '../storage/read-series'
import { readScanBlock } from '../storage/scan-block'
import {
  type AnalysedPoint,
  selectAnalysedDevices,
  selectAnalysedPoints,
  selectAnalysedStores,
  selectDayChoices,
  selectScansOfStores,
} from './store-day-queries'

const HOUR_MS = hours(1)
/** Readings after the day that its last counts lean on. */
const BEYOND_MS = HOUR_MS
const FOREVER = epochMs(Number.MAX_SAFE_INTEGER)

/** Days of one store that are read together; they need not be neighbours but are best. */
export interface StoreDaysQuery {
  readonly storeId: StoreId
  readonly days: readonly LocalDate[]
}

/** A day with the choices of figures that it is judged by. */
export interface ReadStoreDay extends StoreDay {
  readonly choiceIds: readonly number[]
}

/**
 * Reads days of stores with the readings that their analyses need: a few queries for all stores, and one more for
 * stretches that are old enough to be kept packed only.
 * @param asOf readings up to here have come in
 */
export async function readStoreDays(
  db: Db,
  queries: readonly StoreDaysQuery[],
  asOf: EpochMs,
): Promise<ReadStoreDay[]> {
  const storeIds = queries.map(({ storeId }) => storeId)
  const stores = new Map((await selectAnalysedStores(db, storeIds)).map((store) => [store.storeId, store]))
  const stretches = queries.flatMap(({ storeId, days }) => {
    const store = stores.get(storeId)
    return store === undefined || days.length === 0 ? [] : [stretchOf(store, days, asOf)]
  })
  if (stretches.length === 0) return []
  const devices = await devicesOf(db, storeIds)
  const readings = await readPoints(db, stretches, asOf)
  const figures = await figuresOfDays(db, stretches)
  return stretches.flatMap(({ store, days }) =>
    days.map(({ on, period }) => {
      const until = epochMs(Math.min(period.endAt, asOf))
      const own = devices.get(store.storeId) ?? []
      const from = period.startAt - LEAD_MS
      return {
        store,
        on,
        period,
        until,
        ...(figures.get(dayKey(store.storeId, on)) ?? NO_FIGURES),
        devices: own,
        readings: new Map(
          own.map(({ deviceId }) => [deviceId, readingsOf(readings.get(deviceId), from, until)]),
        ),
      }
    }),
  )
}

/** By what days are judged: by that of their first time, else by what stood when they began. */
async function figuresOfDays(
  db: Db,
  stretches: readonly Stretch[],
): Promise<Map<string, Pick<ReadStoreDay, 'figures' | 'choiceIds'>>> {
  const dates = stretches.flatMap(({ days }) => days.map(({ on }) => on)).sort()
  const storeIds = stretches.map(({ storeId }) => storeId)
  const kept = new Map(
    (await selectDayChoices(db, storeIds, dates)).map((row) => [
      dayKey(row.storeId, row.on),
      row.figureChoiceIds,
    ]),
  )
  const queries = stretches.flatMap(({ storeId, days }) =>
    days.map(({ on, period }) => {
      const key = dayKey(storeId, on)
      return { key, storeId, at: period.startAt, choiceIds: kept.get(key) ?? null }
    }),
  )
  const found = await figuresAt(db, queries)
  return new Map(queries.map(({ key }, index) => [key, found[index] ?? NO_FIGURES]))
}

const NO_FIGURES = { figures: {}, choiceIds: [] }

function dayKey(storeId: StoreId, on: LocalDate): string {
  return `${storeId}/${on}`
}

interface Stretch {
  readonly store: AnalysedStore
  readonly storeId: StoreId
  readonly days: readonly { readonly on: LocalDate; readonly period: Period }[]
  readonly from: number
  readonly to: number
}

function stretchOf(store: AnalysedStore, queries: readonly LocalDate[], asOf: EpochMs): Stretch {
  const days = [...queries].sort().map((on) => ({ on, period: dayPeriod(store.zone, on) }))
  const first = days[0]?.period.startAt ?? asOf
  const last = days.at(-1)?.period.endAt ?? asOf
  return { store, storeId: store.storeId, days, from: first - LEAD_MS, to: Math.min(last + BEYOND_MS, asOf) }
}

async function devicesOf(db: Db, storeIds: readonly StoreId[]): Promise<Map<StoreId, AnalysedDevice[]>> {
  const byStore = new Map<StoreId, AnalysedDevice[]>()
  for (const { storeId, ...device } of await selectAnalysedDevices(db, storeIds)) {
    const excluded: Period[] = [{ startAt: epochMs(0), endAt: device.commissionedAt }]
    if (device.removedAt !== null) excluded.push({ startAt: device.removedAt, endAt: FOREVER })
    byStore.set(storeId, [...(byStore.get(storeId) ?? []), { ...device, excluded }])
  }
  return byStore
}

type ByKind = Map<AnalysedKind, { readonly series: Series; readonly counterEndsAt: number | null }>

async function readPoints(
  db: Db,
  stretches: readonly Stretch[],
  asOf: EpochMs,
): Promise<Map<DeviceId, ByKind>> {
  const storeIds = stretches.map(({ storeId }) => storeId)
  const points = firstOfKind(await selectAnalysedPoints(db, storeIds, analysedKinds))
  const found = new Map<PointId, Readings[]>(points.map(({ pointId }) => [pointId, []]))
  const packedBefore = later(asOf, -ALWAYS_SCANS_MS)
  for (const { storeId, from, to } of stretches) {
    if (from < packedBefore) {
      const deviceIds = points.filter((point) => point.storeId === storeId).map(({ deviceId }) => deviceId)
      const firstHour = Math.floor(from / HOUR_MS) * HOUR_MS
      const packed = await selectPackedHours(db, { storeIds: [storeId], deviceIds, from: firstHour, to })
      for (const { hour, readings } of packed) {
        const own = unpackDevice(readings, hour, (pointId) => found.has(pointId))
        for (const point of own) found.get(point.pointId)?.push(point)
      }
    }
  }
  const lists = new Map((await selectPointLists(db, storeIds)).map((list) => [list.pointListId, list]))
  for (const row of await selectScansOfStores(db, stretches)) {
    const list = lists.get(row.pointListId)
    if (list === undefined) continue
    const block = readScanBlock(row)
    for (const [place, id] of [...list.valuePoints, ...list.counterPoints].entries()) {
      found.get(id)?.push({ timesMs: block.timesMs, ...block.column(place) })
    }
  }
  const devices = new Map<DeviceId, ByKind>()
  for (const { deviceId, kind, pointId, counterEndsAt } of points) {
    const byKind: ByKind = devices.get(deviceId) ?? new Map()
    devices.set(deviceId, byKind.set(kind, { series: goodSeries(found.get(pointId) ?? []), counterEndsAt }))
  }
  return devices
}

function firstOfKind(points: readonly AnalysedPoint[]): AnalysedPoint[] {
  const seen = new Set<string>()
  return points.filter(({ deviceId, kind }) => {
    const key = `${deviceId}/${kind}`
    return !seen.has(key) && seen.add(key)
  })
}

/** Only good readings count; the others are as if they had no value. */
function goodSeries(all: readonly Readings[]): Series {
  const merged = joinReadings(all)
  const timesMs = Float64Array.from(merged.timesMs)
  const values = Float64Array.from(merged.values, (value, index) =>
    merged.quality[index] === quality.good ? value : Number.NaN,
  )
  return { timesMs, values }
}

const NOTHING: Series = { timesMs: new Float64Array(), values: new Float64Array() }

function readingsOf(byKind: ByKind | undefined, from: number, to: number): DeviceReadings {
  const cuts = new Map<AnalysedKind, Series>()
  return {
    has: (kind) => byKind?.has(kind) ?? false,
    counterEndsAt: (kind) => byKind?.get(kind)?.counterEndsAt ?? null,
    seriesBeyond: (kind) => cutOf(byKind?.get(kind)?.series ?? NOTHING, from, to + BEYOND_MS),
    series(kind) {
      const known = cuts.get(kind)
      if (known) return known
      const cut = cutOf(byKind?.get(kind)?.series ?? NOTHING, from, to)
      cuts.set(kind, cut)
      return cut
    },
  }
}

function cutOf({ timesMs, values }: Series, from: number, to: number): Series {
  const [start, end] = [firstAtOrAfter(timesMs, from), firstAtOrAfter(timesMs, to)]
  return {
    timesMs: (timesMs as Float64Array).subarray(start, end),
    values: (values as Float64Array).subarray(start, end),
  }
}

function firstAtOrAfter(timesMs: ArrayLike<number>, at: number): number {
  let [low, high] = [0, timesMs.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((timesMs[middle] ?? 0) < at) low = middle + 1
    else high = middle
  }
  return low
}
