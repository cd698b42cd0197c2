import { demandMinutesOf } from '@coldkeep/domain/analysis/demand'
import {
  type ContractedMeter,
  courseLengthMs,
  type DemandWatch,
  type MeterReading,
  type RunningDemand,
  resumeDemand,
  startDemandWatch,
} from '@coldkeep/domain/analysis/demand-watch'
import { groupBy } from '@coldkeep/domain/group-by'
import type { DeviceId, PointId, PointListId, StoreId } from '@coldkeep/domain/ids'
import { quality } from '@coldkeep/domain/points/reading'
import { type EpochMs, epochMs, minutes } from '@coldkeep/domain/time/instant'
import type { Trx } from '../db/connect'
import { readSeries } from '../storage/read-series'
import { type MeterRow, selectDemandWatches, selectMainMeters } from './demand-watch-queries'
import { type PointListRow, selectListsOfStores } from './watch-queries'

/** The main meter of a store and where its counter stands in the cycles of its lists. */
export interface WatchedMeter extends ContractedMeter {
  readonly deviceId: DeviceId
  readonly pointId: PointId
  readonly places: ReadonlyMap<PointListId, ReadonlyMap<PointId, number>>
}

/** What is known of the demand of a store. */
export interface KnownDemand {
  /** The change of the store that this was current after. */
  readonly change: number
  readonly readAt: EpochMs
  /** `null`: the store has none whose demand is contracted. */
  readonly meter: WatchedMeter | null
  /** As it was written last. */
  readonly kept: DemandWatch | null
  readonly demand: RunningDemand
}

/** What is known of the demand of stores, remembered between transactions. */
export interface DemandWatches {
  /**
   * What is known of locked stores before the readings of this transaction.
   * @param changes the number of this change of each store; what is remembered counts only after the one before
   */
  read(trx: Trx, changes: ReadonlyMap<StoreId, number>, now: EpochMs): Promise<Map<StoreId, KnownDemand>>
  /** After the commit. */
  remember(stores: ReadonlyMap<StoreId, KnownDemand>): void
}

/** Meters and contracts that people change are seen after this time at the latest. */
const REMEMBERED_MS = minutes(10)
const FORGET_ABOVE_STORES = 20_000
const DEFAULT_PERIOD_SECONDS = 300

export function demandWatches(): DemandWatches {
  const remembered = new Map<StoreId, KnownDemand>()
  return {
    async read(trx, changes, now) {
      const stores = new Map<StoreId, KnownDemand>()
      const unread: StoreId[] = []
      for (const [storeId, change] of changes) {
        const known = remembered.get(storeId)
        const isCurrent = known !== undefined && known.change + 1 === change
        if (isCurrent) stores.set(storeId, { ...known, change })
        if (!isCurrent || now - known.readAt >= REMEMBERED_MS) unread.push(storeId)
      }
      const read = await readDemands(trx, unread, stores, now)
      for (const [storeId, known] of read)
        stores.set(storeId, { ...known, change: changes.get(storeId) ?? 0, readAt: now })
      return stores
    },
    remember(stores) {
      if (remembered.size > FORGET_ABOVE_STORES) remembered.clear()
      for (const [storeId, known] of stores) remembered.set(storeId, known)
    },
  }
}

type ReadDemand = Pick<KnownDemand, 'meter' | 'kept' | 'demand'>

/** @param current stores of which only the meter may have changed */
async function readDemands(
  trx: Trx,
  storeIds: readonly StoreId[],
  current: ReadonlyMap<StoreId, KnownDemand>,
  now: EpochMs,
): Promise<Map<StoreId, ReadDemand>> {
  const stores = new Map<StoreId, ReadDemand>()
  if (storeIds.length === 0) return stores
  const meters = new Map((await selectMainMeters(trx, storeIds, now)).map((row) => [row.storeId, row]))
  const contracted = storeIds.filter((storeId) => meters.get(storeId)?.contractedKw != null)
  const unkept = contracted.filter((storeId) => !current.has(storeId))
  const kept = unkept.length === 0 ? new Map() : await selectDemandWatches(trx, unkept)
  const lists = contracted.length === 0 ? [] : await selectListsOfStores(trx, contracted)
  const listsOf = groupBy(lists, (row) => row.deviceId)
  for (const storeId of storeIds) {
    const row = meters.get(storeId)
    const meter = row === undefined ? null : watchedMeter(row, listsOf.get(row.deviceId) ?? [])
    const known = current.get(storeId)
    const own = known?.kept ?? kept.get(storeId) ?? null
    const isSame = known !== undefined && known.meter?.pointId === meter?.pointId
    const demand = isSame ? known.demand : await resumedDemand(trx, storeId, meter, own, now)
    stores.set(storeId, { meter, kept: own, demand })
  }
  return stores
}

function watchedMeter(row: MeterRow, lists: readonly PointListRow[]): WatchedMeter | null {
  const { deviceId, pointId, contractedKw, timeZone, country, counterEndsAt } = row
  if (contractedKw === null) return null
  const places = new Map(
    lists.map(({ pointListId, valuePoints, counterPoints }) => {
      const place = [...valuePoints, ...counterPoints].indexOf(pointId)
      return [pointListId, new Map(place < 0 ? [] : [[pointId, place] as const])]
    }),
  )
  const current = lists.filter(({ lastRevision }) => lastRevision === null)
  const periods = (current.length > 0 ? current : lists).map(({ periodSeconds }) => periodSeconds)
  return {
    deviceId,
    pointId,
    places,
    timeZone,
    contractedKw,
    counterEndsAt,
    demandMinutes: demandMinutesOf(row.demandIntervalMinutes, country),
    periodSeconds: periods.length === 0 ? DEFAULT_PERIOD_SECONDS : Math.min(...periods),
  }
}

async function resumedDemand(
  trx: Trx,
  storeId: StoreId,
  meter: WatchedMeter | null,
  kept: DemandWatch | null,
  now: EpochMs,
): Promise<RunningDemand> {
  const watch = kept ?? startDemandWatch(now)
  if (meter === null) return { watch, readings: [] }
  const { deviceId, pointId, periodSeconds } = meter
  // as far as a stage that lasts may have been written ago, and what its first forecast looks back on
  const from = epochMs(
    Math.min(now, Math.max(watch.judgedAt, now - minutes(30))) - courseLengthMs(periodSeconds),
  )
  const to = epochMs(now + courseLengthMs(periodSeconds))
  const series = await readSeries(trx, { storeId, deviceId, pointIds: [pointId], from, to })
  const { timesMs = [], values = [], quality: codes = [] } = series.get(pointId) ?? {}
  const readings = timesMs.flatMap((at, index): MeterReading[] => {
    const kwh = values[index] ?? Number.NaN
    return codes[index] === quality.good && !Number.isNaN(kwh) ? [{ at: epochMs(at), kwh }] : []
  })
  return resumeDemand(watch, meter, readings)
}
