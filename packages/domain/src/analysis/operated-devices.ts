import type { DeviceId } from '../ids'
import { controlBandOf, defrostsOf, windowOfDay } from './device-signals'
import { type Operation, operationOf, operationStates } from './operation'
import type { AnalysedDevice, StoreDay } from './store-day'
import { switchedOffPeriods } from './switched-off'

export interface OperatedDevice {
  readonly deviceId: DeviceId
  readonly operation: Operation
}

/** What each device of a store did on a day. What has no compressor to follow, or was not there, is left out. */
export function operatedDevices(day: StoreDay): OperatedDevice[] {
  return day.devices.flatMap((device) => {
    const operation = followDevice(day, device)
    return operation === null ? [] : [{ deviceId: device.deviceId, operation }]
  })
}

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
    defrosts: defrostsOf(readings, device.zone, window),
    switchedOff: readings.has('control_state')
      ? switchedOffPeriods(readings.series('control_state'), window)
      : [],
    window,
  })
  return operationStates.some((state) => operation.minutes[state] > 0) ? operation : null
}

/** The one that ran longest without a stop; of equal ones the first. @returns null of none */
export function longestRunning(devices: readonly OperatedDevice[]): OperatedDevice | null {
  const [first, ...others] = devices
  if (first === undefined) return null
  return others.reduce(
    (longer, one) => (one.operation.longestRunMinutes > longer.operation.longestRunMinutes ? one : longer),
    first,
  )
}
