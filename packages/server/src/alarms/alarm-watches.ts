import {
  type DeviceStep,
  type DeviceWatch,
  deviceDueAt,
  isHeldByHost,
  type PointEvent,
} from '@coldkeep/domain/alarms/device-watch'
import { mustBeKept } from '@coldkeep/domain/alarms/keep-watch'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import { type EpochMs, minutes } from '@coldkeep/domain/time/instant'
import type { Trx } from '../db/connect'
import { lockAlarmStores } from '../devices/alarm-store-queries'
import { type ChangedAlarm, writeRecords } from './alarm-queries'
import { type DeviceChange, draftRecords } from './alarm-records'
import { type DeviceEntry, readStoreWatches, type StoreWatch } from './store-watch'
import { type KeptWatch, upsertWatches } from './watch-queries'

/** What is known of the alarms of stores, remembered between transactions. */
export interface AlarmWatches {
  /**
   * Locks stores and returns what is known of them. The cache counts only where no other server has changed
   * the store since.
   * @param storeIds each once, in order
   */
  lock(trx: Trx, storeIds: readonly StoreId[], now: EpochMs): Promise<LockedStores>
}

/** Stores whose alarms this transaction may change. */
export interface LockedStores {
  /** The number of this change of each store. */
  readonly changes: ReadonlyMap<StoreId, number>
  store(storeId: StoreId): StoreWatch | undefined
  device(storeId: StoreId, deviceId: DeviceId): DeviceEntry | undefined
  /** Keeps the new state of a device. */
  take(storeId: StoreId, deviceId: DeviceId, step: Pick<DeviceStep, 'watch' | 'events'>): void
  /** Drops everything taken since the lock. */
  forget(): void
  /** Has the watch of a device written, whether it changed or not: when it is due has changed. */
  keep(storeId: StoreId, deviceId: DeviceId): void
  /** Writes watches, records and history; the transaction may go on. */
  write(): Promise<readonly ChangedAlarm[]>
  /** After the commit: remembers what was written. */
  committed(): void
}

interface Remembered {
  readonly seq: number
  readonly readAt: EpochMs
  readonly store: StoreWatch
}

/** Devices, points and rules that were added are seen after this time at the latest. */
const REMEMBERED_MS = minutes(10)
const FORGET_ABOVE_STORES = 5_000

export function alarmWatches(): AlarmWatches {
  const remembered = new Map<StoreId, Remembered>()
  return {
    async lock(trx, storeIds, now) {
      const seqs = await lockAlarmStores(trx, storeIds)
      const isFresh = (storeId: StoreId) => {
        const known = remembered.get(storeId)
        return (
          known !== undefined && known.seq + 1 === seqs.get(storeId) && now - known.readAt < REMEMBERED_MS
        )
      }
      const unknown = storeIds.filter((storeId) => !isFresh(storeId))
      const read = unknown.length === 0 ? new Map() : await readStoreWatches(trx, unknown, now)
      const stores = new Map<StoreId, Remembered>()
      for (const storeId of storeIds) {
        const seq = seqs.get(storeId) ?? 0
        const known = remembered.get(storeId)
        const store: StoreWatch | undefined = read.get(storeId) ?? known?.store
        if (store === undefined) continue
        const readAt = read.has(storeId) ? now : (known?.readAt ?? now)
        stores.set(storeId, { seq, readAt, store })
      }
      return lockedStores(trx, seqs, stores, now, () => {
        if (remembered.size > FORGET_ABOVE_STORES) remembered.clear()
        for (const [storeId, known] of stores) remembered.set(storeId, known)
      })
    },
  }
}

interface Touched {
  readonly storeId: StoreId
  readonly entry: DeviceEntry
  watch: DeviceWatch
  events: readonly PointEvent[]
  mustKeep: boolean
}

function lockedStores(
  trx: Trx,
  changes: ReadonlyMap<StoreId, number>,
  stores: Map<StoreId, Remembered>,
  now: EpochMs,
  remember: () => void,
): LockedStores {
  const touched = new Map<DeviceId, Touched>()
  const touch = (storeId: StoreId, deviceId: DeviceId): Touched | undefined => {
    const known = touched.get(deviceId)
    if (known) return known
    const entry = stores.get(storeId)?.store.devices.get(deviceId)
    if (entry === undefined) return undefined
    const fresh: Touched = { storeId, entry, watch: entry.watch, events: [], mustKeep: !entry.isKept }
    touched.set(deviceId, fresh)
    return fresh
  }
  return {
    changes,
    store: (storeId) => stores.get(storeId)?.store,
    device(storeId, deviceId) {
      const entry = stores.get(storeId)?.store.devices.get(deviceId)
      const watch = touched.get(deviceId)?.watch
      return entry === undefined || watch === undefined ? entry : { ...entry, watch }
    },
    take(storeId, deviceId, { watch, events }) {
      const one = touch(storeId, deviceId)
      if (one === undefined) return
      one.watch = watch
      if (events.length > 0) one.events = [...one.events, ...events]
    },
    forget: () => touched.clear(),
    keep(storeId, deviceId) {
      const one = touch(storeId, deviceId)
      if (one) one.mustKeep = true
    },
    async write() {
      const changes = [...touched.values()].filter(
        ({ entry, watch, mustKeep }) => mustKeep || mustBeKept(entry.watch, watch),
      )
      await upsertWatches(trx, changes.map(keptWatch).sort(byKey))
      for (const one of changes) one.mustKeep = true
      return writeRecords(trx, draftRecords(changes.map(deviceChange), now), now)
    },
    committed() {
      const byStore = new Map<StoreId, Map<DeviceId, DeviceEntry>>()
      for (const { storeId, entry, watch, mustKeep } of touched.values()) {
        const devices = byStore.get(storeId) ?? new Map(stores.get(storeId)?.store.devices)
        byStore.set(
          storeId,
          devices.set(entry.deviceId, { ...entry, watch, isKept: entry.isKept || mustKeep }),
        )
      }
      for (const [storeId, devices] of byStore) {
        const known = stores.get(storeId)
        if (known) stores.set(storeId, { ...known, store: { ...known.store, devices } })
      }
      remember()
    },
  }
}

function keptWatch({ storeId, entry, watch }: Touched): KeptWatch {
  return {
    storeId,
    deviceId: entry.deviceId,
    state: watch,
    dueAt: deviceDueAt(watch, entry.device),
    isHeld: isHeldByHost(watch),
  }
}

function deviceChange({ storeId, entry, watch, events }: Touched): DeviceChange {
  const { deviceId, terminalId, device } = entry
  return { storeId, deviceId, terminalId, device, before: entry.watch, after: watch, events }
}

function byKey(a: KeptWatch, b: KeptWatch): number {
  return a.storeId - b.storeId || a.deviceId - b.deviceId
}
