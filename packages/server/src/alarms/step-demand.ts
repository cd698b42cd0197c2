import {
  DEFAULT_DEMAND_RULE,
  type EnteredStage,
  type MeterReading,
  mustKeepDemand,
  stepDemand,
} from '@coldkeep/domain/analysis/demand-watch'
import { groupBy } from '@coldkeep/domain/group-by'
import type { StoreId } from '@coldkeep/domain/ids'
import { quality } from '@coldkeep/domain/points/reading'
import type { Scan } from '@coldkeep/domain/points/scan'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Trx } from '../db/connect'
import { insertRaisedNotices } from '../outbox/target-notice-queries'
import { demandRules } from '../settings/demand-rules'
import { selectStorePlaces } from '../settings/setting-place-queries'
import type { LockedStores } from './alarm-watches'
import { targetNewsOf } from './demand-news-kind'
import { upsertDemandWatches } from './demand-watch-queries'
import type { DemandWatches, KnownDemand, WatchedMeter } from './demand-watches'
import { scanOf } from './store-watch'

/**
 * Goes on with the demand of locked stores by readings of their main meters that are not stored yet, and notifies those
 * who are to know of a stage that was entered.
 * @returns to be called after the commit
 */
export async function stepDemands(
  trx: Trx,
  watches: DemandWatches,
  locked: LockedStores,
  scans: readonly Scan[],
  now: EpochMs,
): Promise<() => void> {
  const stores = await watches.read(trx, locked.changes, now)
  const incoming = readingsOf(stores, scans)
  const step = (storeId: StoreId, rule = DEFAULT_DEMAND_RULE) => {
    const { meter, demand } = stores.get(storeId) as KnownDemand & { meter: WatchedMeter }
    return { storeId, meter, ...stepDemand(demand, meter, incoming.get(storeId) ?? [], rule, now) }
  }
  const steps = [...incoming.keys()].map((storeId) => step(storeId))
  // rules are read when they matter, so a changed one holds at once
  const candidates = steps.filter(({ entered }) => entered !== null).map(({ storeId }) => storeId)
  const rules = candidates.length === 0 ? new Map() : await demandRules.ofStores(trx, candidates)
  const done = steps.map((one) => (rules.has(one.storeId) ? step(one.storeId, rules.get(one.storeId)) : one))
  const kept: { storeId: StoreId; state: KnownDemand['demand']['watch'] }[] = []
  for (const { storeId, demand } of done) {
    const known = stores.get(storeId)
    if (known === undefined) continue
    const isKept = mustKeepDemand(known.kept, demand.watch)
    if (isKept) kept.push({ storeId, state: demand.watch })
    stores.set(storeId, { ...known, demand, kept: isKept ? demand.watch : known.kept })
  }
  await upsertDemandWatches(trx, kept)
  await notify(trx, done, now)
  return () => watches.remember(stores)
}

interface Step {
  readonly storeId: StoreId
  readonly meter: WatchedMeter
  readonly entered: EnteredStage | null
}

async function notify(trx: Trx, steps: readonly Step[], now: EpochMs): Promise<void> {
  const entered = steps.flatMap((step) => (step.entered === null ? [] : [{ ...step, ...step.entered }]))
  if (entered.length === 0) return
  const places = await selectStorePlaces(
    trx,
    entered.map(({ storeId }) => storeId),
  )
  const paths = new Map(places.map(({ storeId, departmentIds }) => [storeId, departmentIds]))
  const news = entered.map((one) => targetNewsOf(one, paths.get(one.storeId) ?? []))
  await insertRaisedNotices(trx, news, now)
}

/** Good readings of the main meters of stores that have contracted their demand, in the order of the stores. */
function readingsOf(
  stores: ReadonlyMap<StoreId, KnownDemand>,
  scans: readonly Scan[],
): ReadonlyMap<StoreId, readonly MeterReading[]> {
  const found = scans.flatMap((scan): (MeterReading & { storeId: StoreId })[] => {
    const meter = stores.get(scan.storeId)?.meter ?? null
    if (meter === null || meter.deviceId !== scan.deviceId) return []
    const sample = scanOf(scan, meter.places.get(scan.pointListId)).sample(meter.pointId)
    if (sample === null || sample.value === null || sample.quality !== quality.good) return []
    return [{ storeId: scan.storeId, at: scan.at, kwh: sample.value }]
  })
  found.sort((a, b) => a.storeId - b.storeId)
  return groupBy(found, ({ storeId }) => storeId)
}
