import {
  longestRunning,
  type OperatedDevice,
  operatedDevices,
} from '@coldkeep/domain/analysis/operated-devices'
import { sumOperation } from '@coldkeep/domain/analysis/operation'
import type { StoreDay } from '@coldkeep/domain/analysis/store-day'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import {
  columnsOf,
  type OperationDayRow,
  type OperationStoreDayRow,
  upsertOperationDays,
  upsertOperationStoreDays,
} from './operation-day-queries'
import type { StoreDayAnalysis } from './store-day-analysis'

/** What each refrigerated device did, and all of each store together. */
export const operationAnalysis: StoreDayAnalysis = {
  name: 'operation',
  async run(_db, days, now) {
    const followed = days.map((day) => ({ day, devices: operatedDevices(day) }))
    return async (trx) => {
      await upsertOperationDays(
        trx,
        followed.flatMap(({ day, devices }) => devices.map((device) => deviceRow(day, device, now))),
      )
      await upsertOperationStoreDays(
        trx,
        followed.flatMap(({ day, devices }) => storeRow(day, devices, now) ?? []),
      )
    }
  },
}

function deviceRow(
  { store, on }: StoreDay,
  { deviceId, operation }: OperatedDevice,
  now: EpochMs,
): OperationDayRow {
  return { storeId: store.storeId, deviceId, on, ...columnsOf(operation), computedAt: now }
}

function storeRow(
  { store, on }: StoreDay,
  devices: readonly OperatedDevice[],
  now: EpochMs,
): OperationStoreDayRow | null {
  const longest = longestRunning(devices)
  if (longest === null) return null
  return {
    storeId: store.storeId,
    on,
    ...columnsOf(sumOperation(devices.map(({ operation }) => operation))),
    longestRunDeviceId: longest.deviceId,
    computedAt: now,
  }
}
