import { median } from '@coldkeep/domain/analysis/median'
import { zoneLimits } from '@coldkeep/domain/analysis/zone-limits'
import { groupBy } from '@coldkeep/domain/group-by'
import type { StoreId } from '@coldkeep/domain/ids'
import { desiredOf } from '@coldkeep/domain/parameters/claim'
import type { Observed } from '@coldkeep/domain/parameters/compare'
import {
  findSavings,
  LEAST_SAVING_DAYS,
  type SavingDevice,
  type SettingNow,
} from '@coldkeep/domain/parameters/find-savings'
import type { Parameter } from '@coldkeep/domain/parameters/parameter'
import type { ParameterProfile } from '@coldkeep/domain/parameters/profile'
import { type SavingSetting, savingSettingsOf } from '@coldkeep/domain/parameters/saving-settings'
import { quality } from '@coldkeep/domain/points/reading'
import { days, type EpochMs, later, minutes } from '@coldkeep/domain/time/instant'
import type { Db } from '../../db/connect'
import { figuresAt } from '../../settings/figures-at'
import { selectParameters } from '../compare-devices'
import { selectObserved } from '../observed-queries'
import { selectClaims } from '../profile-queries'
import { selectSavingDays, type WatchedDays } from './saving-day-queries'
import { type FoundSaving, replaceSavings, selectUnlookedStores } from './saving-queries'

/** Once a day, whatever the hour of the store: what is looked at are weeks. */
const LOOKED_EVERY_MS = days(1)
/** Where no device has enough days yet: days that were missing may be analysed within the hour. */
const YOUNG_EVERY_MS = minutes(30)
/** In a round of a minute: 20,000 stores have their turn within two hours. */
const STORES_AT_ONCE = 200
/** A value that was read longer ago is no longer known. */
const VALUE_GOOD_MS = days(2)
const LEAST_NEIGHBOURS = 3

/**
 * Looks for savings in the stores whose turn it is. A process that ends in the middle leaves what it found before.
 * @returns how many stores were looked at
 */
export async function judgeSavings(db: Db, now: EpochMs): Promise<number> {
  const storeIds = await selectUnlookedStores(db, later(now, -LOOKED_EVERY_MS), STORES_AT_ONCE)
  if (storeIds.length === 0) return 0
  const devices = await selectSavingDays(db, storeIds, now)
  const found = await savingsOf(db, storeIds, devices, now)
  const grown = new Set(devices.flatMap((one) => (one.days >= LEAST_SAVING_DAYS ? [one.storeId] : [])))
  const young = later(now, YOUNG_EVERY_MS - LOOKED_EVERY_MS)
  const looked = storeIds.map((storeId) => ({ storeId, computedAt: grown.has(storeId) ? now : young }))
  await db.transaction().execute((trx) => replaceSavings(trx, looked, found))
  return storeIds.length
}

async function savingsOf(
  db: Db,
  storeIds: readonly StoreId[],
  devices: readonly WatchedDays[],
  now: EpochMs,
): Promise<FoundSaving[]> {
  const models = [...new Set(devices.map(({ deviceModelId }) => deviceModelId))]
  const [parameters, claims, observed, chosen] = await Promise.all([
    selectParameters(db, models),
    selectClaims(db, models),
    selectObserved(db, devices),
    figuresAt(
      db,
      storeIds.map((storeId) => ({ storeId, at: now, choiceIds: null })),
    ),
  ])
  const figures = new Map(storeIds.map((storeId, index) => [storeId, chosen[index]?.figures ?? {}]))
  const byStore = groupBy(devices, ({ storeId }) => storeId)
  return devices.flatMap((device) => {
    const { storeId, deviceId, deviceModelId, zone, country } = device
    const limits = zone === null ? null : zoneLimits(zone, country, figures.get(storeId)?.[zone])
    const known: SavingDevice = {
      ...device,
      days: device,
      limitC: limits?.insuredHighC ?? null,
      settings: settingsOf(device, {
        parameters: parameters.get(deviceModelId) ?? [],
        claims,
        observed: observed.get(deviceId) ?? new Map(),
        since: later(now, -VALUE_GOOD_MS),
      }),
      usualOpenings: usualOpenings(device, byStore.get(storeId) ?? []),
    }
    return findSavings(known).map((saving) => ({ ...saving, storeId, deviceId, deviceModelId }))
  })
}

interface KnownOfDevice {
  readonly parameters: readonly Parameter[]
  readonly claims: readonly ParameterProfile[]
  readonly observed: ReadonlyMap<string, Observed>
  readonly since: EpochMs
}

/** Without those that a department above has locked: nobody could accept a change of them. */
function settingsOf(
  device: WatchedDays,
  { parameters, claims, observed, since }: KnownOfDevice,
): ReadonlyMap<SavingSetting, SettingNow> {
  const desired = desiredOf(device, claims)
  return new Map(
    [...savingSettingsOf(parameters)].flatMap(([setting, parameter]): [SavingSetting, SettingNow][] => {
      const read = observed.get(parameter.code)
      const isKnown = read !== undefined && read.quality === quality.good && read.at >= since
      if (!isKnown || read.value === null || desired.get(parameter.code)?.isLocked === true) return []
      return [[setting, { parameter, value: read.value }]]
    }),
  )
}

/** Of the other doored cases of the store. */
function usualOpenings({ deviceId }: WatchedDays, ofStore: readonly WatchedDays[]): number | null {
  const others = ofStore.flatMap((other) =>
    other.deviceId === deviceId || other.type !== 'doored_case' ? [] : (other.doorOpenings ?? []),
  )
  return others.length < LEAST_NEIGHBOURS ? null : median(others)
}
