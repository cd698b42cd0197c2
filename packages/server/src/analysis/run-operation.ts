import {
  type Operation,
  operationOf,
  operationStates,
  sumOperation,
} from '@coldkeep/domain/analysis/operation'
import { switchedOffPeriods } from '@coldkeep/domain/analysis/switched-off'
import type { DeviceId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { controlBandOf, defrostsOf, windowOfDay } from './device-signals'
import {
  columnsOf,
  type OperationDayRow,
  type OperationStoreDayRow,
  upsertOperationDays,
  upsertOperationStoreDays,
} from './operation-day-queries'
import type { AnalysedDevice, StoreDay, StoreDayAnalysis } from './store-day'

interface OperatedDevice {
  readonly deviceId: DeviceId
  readonly operation: Operation
}

/** What each refrigerated device did, and all of each store together. */
export const operationAnalysis: StoreDayAnalysis = {
  name: 'operation',
  async run(_db, days, now) {
    const followed = days.map((day) => ({ day, devices: followDevices(day) }))
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

function followDevices(day: StoreDay): OperatedDevice[] {
  return day.devices.flatMap((device) => {
    const operation = followDevice(day, device)
    return operation === null ? [] : [{ deviceId: device.deviceId, operation }]
  })
}

/** Null for what has no compressor to follow, and for devices that were not there on that day. */
function followDevice(day: StoreDay, device: AnalysedDevice): Operation | null {
  const readings = day.readings.get(device.deviceId)
  if (device.zone === null || readings === undefined || !readings.has('compressor')) return null
  const window = windowOfDay(day, device)
  const operation = operationOf({
    readings: {
      air: readings.series('air_temperature'),
      compressor: readings.series('compressor'),
      door: readings.has('door') ? readings.series('door') : null,
    },
    band: controlBandOf(readings, device.zone),
    isHeating: device.zone === 'HOT',
    defrosts: defrostsOf(readings, window),
    switchedOff: readings.has('control_state')
      ? switchedOffPeriods(readings.series('control_state'), window)
      : [],
    window,
  })
  return operationStates.some((state) => operation.minutes[state] > 0) ? operation : null
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
  const [first, ...others] = devices
  if (first === undefined) return null
  const longest = others.reduce(
    (longer, one) => (one.operation.longestRunMinutes > longer.operation.longestRunMinutes ? one : longer),
    first,
  )
  return {
    storeId: store.storeId,
    on,
    ...columnsOf(sumOperation(devices.map(({ operation }) => operation))),
    longestRunDeviceId: longest.deviceId,
    computedAt: now,
  }
}
